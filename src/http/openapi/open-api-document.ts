/** A JSON Schema, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = { [keyword: string]: unknown };

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface MediaTypes {
  [mediaType: string]: { schema: JsonSchema };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, { description: string; content?: MediaTypes }>;
}

export interface ErrorCode {
  code: number;
  status: number;
  text: string;
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  security: Record<string, string[]>[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
  /** Every error code, for readers of the reference. */
  'x-error-codes': ErrorCode[];
}
