export { createDocRoutes } from './doc-routes.ts';
export { createGuideRoutes } from './guide-routes.ts';
