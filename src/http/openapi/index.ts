export type { JsonSchema, OpenApiDocument, Operation } from './open-api-document.ts';
export { serveOpenApi } from './serve-open-api.ts';
export { type ApiDescription, type OpenApi, withOpenApi } from './with-open-api.ts';
