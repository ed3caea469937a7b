export type { ErrorCode, JsonSchema, OpenApiDocument, Operation } from './open-api-document.ts';
export { formatDocument, serveOpenApi } from './serve-open-api.ts';
export { type ApiDescription, Failure, type OpenApi, withOpenApi } from './with-open-api.ts';
