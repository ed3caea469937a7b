/** A JSON Schema, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = { [keyword: string]: unknown };

export interface Example {
  summary?: string;
  value: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

/** OpenAPI 3.1 has no way to describe a sequence of events: the schema is that of one event. */
export interface EventStreamNote {
  framing: string;
  /** A whole stream, as it is sent. */
  example?: string;
}

export interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, Example | Reference>;
  'x-event-stream'?: EventStreamNote;
}

export interface MediaTypes {
  [mediaType: string]: MediaType;
}

/** Or a reference to `components.responses`. */
export interface Response {
  $ref?: string;
  description?: string;
  content?: MediaTypes;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, Response>;
}

/** A call of the service to a server of the developer. */
export interface WebhookOperation extends Omit<Operation, 'parameters'> {
  parameters: Reference[];
  security: Record<string, string[]>[];
}

export interface ErrorCode {
  name: string;
  code: number;
  status: number;
  text: string;
  cause?: string;
  remedy?: string;
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: WebhookOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters?: Record<string, Parameter>;
    examples?: Record<string, Example>;
    responses?: Record<string, Response>;
    securitySchemes: Record<string, JsonSchema>;
  };
  /** Every error code, for readers of the reference. */
  'x-error-codes': ErrorCode[];
}
