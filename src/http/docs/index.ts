export { createDocRoutes } from './doc-routes.ts';
