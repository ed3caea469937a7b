export { type BuiltFile, type BuiltPages, createBuiltPages, type PagePart } from './built-pages.ts';
export { registerPages } from './register-pages.ts';
export { immutable, revalidated, sendBuilt } from './send-built.ts';
