export { type BuiltFile, type BuiltPages, createBuiltPages } from './built-pages.ts';
export { createPageRoutes } from './page-routes.ts';
export { immutable, revalidated, scriptCaching, sendBuilt } from './send-built.ts';
