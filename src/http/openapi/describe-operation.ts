import { STATUS_CODES } from 'node:http';
import type { FastifySchema } from 'fastify';
import type { JsonSchema, MediaTypes, Operation, Parameter } from './open-api-document.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Not part of the document. */
    hide?: boolean;
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** A body that is not JSON, by its media type. */
    requestBody?: Record<string, JsonSchema>;
  }
}

export interface DocumentedRoute {
  method: string;
  url: string;
  schema: FastifySchema;
}

type Refer = (schema: unknown) => JsonSchema;

/** "/v1/bot/:id" → "/v1/bot/{id}" */
export const pathTemplate = (url: string): string => url.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1');

const operationId = ({ method, url }: DocumentedRoute): string => {
  const words = url
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1));
  return method.toLowerCase() + words.join('');
};

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const parametersIn = (place: Parameter['in'], schema: unknown, refer: Refer): Parameter[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: refer(rest),
    };
  });
};

const contentOf = (schema: JsonSchema, refer: Refer): MediaTypes | undefined => {
  if (schema.content)
    return Object.fromEntries(
      Object.entries(schema.content as MediaTypes).map(([type, media]) => [
        type,
        { schema: refer(media.schema) },
      ]),
    );
  return schema.type === 'null' ? undefined : { 'application/json': { schema: refer(schema) } };
};

const describeResponses = (responses: unknown, failure: unknown, refer: Refer): Operation['responses'] => {
  const described: Operation['responses'] = {};
  for (const [status, schema] of Object.entries((responses ?? { 200: {} }) as Record<string, JsonSchema>)) {
    // Failures are the same everywhere and are described once, below.
    if (/^[45]xx$/i.test(status)) continue;
    const content = contentOf(schema, refer);
    const description = (schema.description as string | undefined) ?? STATUS_CODES[status] ?? status;
    described[status] = { description, ...(content ? { content } : {}) };
  }
  described.default = {
    description: 'Error',
    content: { 'application/json': { schema: refer(failure) } },
  };
  return described;
};

const requestBodyOf = (
  { body, requestBody }: FastifySchema,
  refer: Refer,
): Pick<Operation, 'requestBody'> => {
  const schemas = requestBody ?? (body === undefined ? {} : { 'application/json': body as JsonSchema });
  const content = Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [type, { schema: refer(schema) }]),
  );
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
};

/** One operation of the document, from the schema that checks the route's requests. */
export const describeOperation = (route: DocumentedRoute, failure: unknown, refer: Refer): Operation => {
  const { schema } = route;
  const parameters = [
    ...parametersIn('path', schema.params, refer),
    ...parametersIn('query', schema.querystring, refer),
    ...parametersIn('header', schema.headers, refer),
  ];
  return {
    operationId: schema.operationId ?? operationId(route),
    tags: [...(schema.tags ?? [])],
    ...(schema.summary === undefined ? {} : { summary: schema.summary }),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(schema, refer),
    responses: describeResponses(schema.response, failure, refer),
  };
};
