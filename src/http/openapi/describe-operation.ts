import { STATUS_CODES } from 'node:http';
import type { FastifySchema } from 'fastify';
import type { OperationExample } from './api-description.ts';
import type { ErrorResponses } from './error-responses.ts';
import { eventStreamMedia } from './event-stream-media.ts';
import type { Example, JsonSchema, MediaTypes, Operation, Parameter, Response } from './open-api-document.ts';

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
    /** Headers that the handler reads and checks itself. */
    headerParameters?: Record<string, JsonSchema>;
    /** The response can be a stream of server-sent events: the schema of one event. */
    streamEvent?: object;
  }
}

export interface DocumentedRoute {
  method: string;
  url: string;
  schema: FastifySchema;
}

type Refer = (schema: unknown) => JsonSchema;
type Examples = Readonly<Record<string, OperationExample>>;

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

const parametersIn = (
  place: Parameter['in'],
  schema: unknown,
  { refer, examples }: { refer: Refer; examples: Examples },
): Parameter[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    const example = Object.values(examples).find(({ parameters }) => parameters?.[name] !== undefined);
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: refer(rest),
      ...(example ? { example: example.parameters![name] } : {}),
    };
  });
};

/** The bodies or responses of the examples that have one, for a media type. */
const examplesOf = (
  examples: Examples,
  part: 'body' | 'response',
): { examples?: Record<string, Example> } => {
  const own = Object.entries(examples).filter(([, example]) => example[part] !== undefined);
  if (own.length === 0) return {};
  return {
    examples: Object.fromEntries(own.map(([name, { summary, [part]: value }]) => [name, { summary, value }])),
  };
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

const describeSuccess = (
  { response, streamEvent }: FastifySchema,
  examples: Examples,
  refer: Refer,
): Record<string, Response> => {
  const described: Record<string, Response> = {};
  const responses = (response ?? (streamEvent ? {} : { 200: {} })) as Record<string, JsonSchema>;
  for (const [status, schema] of Object.entries(responses)) {
    // Failures are described by `ErrorResponses`.
    if (/^[45]xx$/i.test(status)) continue;
    const content = contentOf(schema, refer);
    const json = content?.['application/json'];
    if (json && status === '200') Object.assign(json, examplesOf(examples, 'response'));
    const description = (schema.description as string | undefined) ?? STATUS_CODES[status] ?? status;
    described[status] = { description, ...(content ? { content } : {}) };
  }
  if (streamEvent) {
    described[200] ??= { description: 'OK' };
    described[200].content = {
      ...described[200].content,
      'text/event-stream': eventStreamMedia(refer(streamEvent), Object.values(examples)),
    };
  }
  return described;
};

const requestBodyOf = (
  { body, requestBody }: FastifySchema,
  examples: Examples,
  refer: Refer,
): Pick<Operation, 'requestBody'> => {
  const schemas = requestBody ?? (body === undefined ? {} : { 'application/json': body as JsonSchema });
  const content = Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [
      type,
      { schema: refer(schema), ...examplesOf(examples, 'body') },
    ]),
  );
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
};

interface DescribeOptions {
  refer: Refer;
  errors: ErrorResponses;
  /** By operationId. */
  examplesOfOperation: (id: string) => Examples;
}

/** One operation of the document, from the schema that checks the route's requests. */
export const describeOperation = (
  route: DocumentedRoute,
  { refer, errors, examplesOfOperation }: DescribeOptions,
): Operation => {
  const { schema } = route;
  const id = schema.operationId ?? operationId(route);
  const examples = examplesOfOperation(id);
  const parameters = [
    ...parametersIn('path', schema.params, { refer, examples }),
    ...parametersIn('query', schema.querystring, { refer, examples }),
    ...parametersIn('header', schema.headers, { refer, examples }),
    ...parametersIn('header', { properties: schema.headerParameters }, { refer, examples }),
  ];
  const body = requestBodyOf(schema, examples, refer);
  return {
    operationId: id,
    tags: [...(schema.tags ?? [])],
    ...(schema.summary === undefined ? {} : { summary: schema.summary }),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...body,
    responses: {
      ...describeSuccess(schema, examples, refer),
      ...errors.of(id, { hasBody: 'requestBody' in body, hasParameters: parameters.length > 0 }),
    },
  };
};
