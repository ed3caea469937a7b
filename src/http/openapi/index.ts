export type {
  ApiDescription,
  ApiReference,
  ErrorGuide,
  OperationExample,
  OperationReference,
  WebhookDescription,
} from './api-description.ts';
export type { JsonSchema, OpenApiDocument, Operation, Parameter } from './open-api-document.ts';
export { createOpenApiRoutes } from './open-api-routes.ts';
export { type OpenApi, withOpenApi } from './with-open-api.ts';
