export { createHealthRoutes } from './health-routes.ts';
export { createMetrics } from './metrics.ts';
