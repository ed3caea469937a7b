import type { TSchema } from 'typebox';
import type { ErrorName } from '../../lib/errors.ts';
import type { JsonSchema, Parameter } from './open-api-document.ts';

/** One call of an operation and its response. */
export interface OperationExample {
  summary: string;
  /** Of the path, query and headers, by name. */
  parameters?: Record<string, unknown>;
  body?: unknown;
  /** JSON of the response with status 200. */
  response?: unknown;
  /** Data of the events, if the response is a stream. */
  events?: readonly unknown[];
}

export interface OperationReference {
  /** By name. The first is the one that code samples use. */
  examples: Record<string, OperationExample>;
  /** Errors of this operation, besides those that every operation has. */
  errors?: readonly ErrorName[];
}

export interface ErrorGuide {
  cause: string;
  remedy: string;
  /** Message of an example. */
  message: string;
}

export interface WebhookDescription {
  operationId: string;
  summary: string;
  description: string;
  body: TSchema;
  examples: Record<string, { summary: string; value: unknown }>;
}

/** What the routes do not contain: examples, causes of errors and calls of the service to its developers. */
export interface ApiReference {
  /** By operationId. */
  operations: Record<string, OperationReference>;
  errors: Record<ErrorName, ErrorGuide>;
  webhooks: Record<string, WebhookDescription>;
  webhookTag: string;
  /** Headers of every webhook. */
  webhookParameters: Record<string, Parameter>;
  /** How the service authenticates itself at a webhook. */
  webhookSecuritySchemes: Record<string, JsonSchema>;
}

export interface ApiDescription {
  title: string;
  version: string;
  description: string;
  /** In display order. */
  tags: { name: string; description?: string }[];
  /** Any one of them gives access to the API. */
  securitySchemes: Record<string, JsonSchema>;
  /** Public URL of the service. Default: the origin of the document. */
  serverUrl?: string | undefined;
  reference?: ApiReference;
}
