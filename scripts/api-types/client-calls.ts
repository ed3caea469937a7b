import type { JsonSchema, OpenApiDocument, Operation } from '../../src/http/openapi/index.ts';

/** Calls of the developer API, as clients need them. */
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Streams have a method of their own, and other paths belong to APIs with clients of their own. */
export const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths)
    .filter(([path]) => /^\/v[12]\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => operation.operationId !== 'resumeMessageStream');

const resolve = (schema: JsonSchema, document: OpenApiDocument): JsonSchema =>
  typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

interface PageItems {
  /** The field that contains them; an empty text if the page is a list itself. */
  path: string;
  schema: JsonSchema;
}

/** The list that is nearest to the top of the response, if the call has pages. */
export const pageItems = ({ operation }: Call, document: OpenApiDocument): PageItems | undefined => {
  const isNamed = operation.parameters?.some(({ name }) => name === 'page');
  const body = operation.requestBody?.content['application/json']?.schema;
  const isInBody = body && 'page' in ((resolve(body, document).properties ?? {}) as object);
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  if (!(isNamed || isInBody) || !answer) return undefined;
  const queue = [{ path: '', schema: answer }];
  for (const { path, schema } of queue) {
    const { type, items, properties = {} } = resolve(schema, document);
    if (type === 'array') return { path, schema: items as JsonSchema };
    for (const [name, inside] of Object.entries(properties as Record<string, JsonSchema>))
      queue.push({ path: path === '' ? name : `${path}.${name}`, schema: inside });
  }
  return undefined;
};

export const isRepeatable = ({ operation }: Call): boolean =>
  operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
