export { type BuiltFile, type BuiltPages, createBuiltPages } from './built-pages.ts';
export { registerPages } from './register-pages.ts';
export { revalidated, sendBuilt } from './send-built.ts';
