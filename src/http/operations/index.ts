export { createMetrics } from './metrics.ts';
export { createOperationRoutes } from './operation-routes.ts';
