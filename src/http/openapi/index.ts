export type { JsonSchema, OpenApiDocument, Operation } from './open-api-document.ts';
export { createOpenApiRoutes } from './open-api-routes.ts';
export { type ApiDescription, type OpenApi, withOpenApi } from './with-open-api.ts';
