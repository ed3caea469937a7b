import type { JsonSchema, OpenApiDocument, Operation } from '../../src/http/openapi/index.ts';
import { head, writeAnswer, writeComponent, writeQuery } from './write-api-types.ts';
import { writeBlock, writeComment, writeKey, writeType } from './write-type.ts';

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** No call has both a query and a body, so that the input of a method is one of them. */
const writeInput = ({ operation, path }: Call): string => {
  const [query] = writeQuery(operation);
  const body = operation.requestBody?.content['application/json'];
  if (query !== undefined && body) throw new Error(`${path} has a query and a body`);
  if (query !== undefined) return query.replace('query:', 'input:');
  return `input: ${body ? writeType(body.schema, 'request') : 'undefined'};`;
};

const resolve = (schema: JsonSchema, document: OpenApiDocument): JsonSchema =>
  typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

interface PageItems {
  /** The field that contains them; an empty text if the page is a list itself. */
  path: string;
  schema: JsonSchema;
}

/** The list that is nearest to the top of the response, if the call has pages. */
const pageItems = ({ operation }: Call, document: OpenApiDocument): PageItems | undefined => {
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

const isRepeatable = ({ operation }: Call): boolean =>
  operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;

/** What the client needs of a call at run time: method, path, whether it is safe to repeat, and the items of a page. */
const writeRow = (call: Call, document: OpenApiDocument): string => {
  const { method, path, operation } = call;
  const items = pageItems(call, document);
  const row = [
    `'${method}'`,
    `'${path}'`,
    isRepeatable(call) ? '1' : '0',
    ...(items ? [`'${items.path}'`] : []),
  ];
  return `${operation.operationId}: [${row.join(', ')}],`;
};

const writeOperation = (call: Call, document: OpenApiDocument): string => {
  const items = pageItems(call, document);
  return `${writeComment({ description: call.operation.summary })}${writeKey(call.operation.operationId)}: ${writeBlock(
    [
      writeInput(call),
      writeAnswer(call.operation).replace('answer:', 'output:'),
      ...(items ? [`item: ${writeType(items.schema, 'answer')};`] : []),
    ],
  )};`;
};

/** Types of the developer API by operation, and a table of the calls. */
export const writeClientTypes = (document: OpenApiDocument, file: string): string => {
  const calls = callsOf(document).filter(
    ({ path, operation }) => /^\/v[12]\//.test(path) && operation.operationId !== 'resumeMessageStream',
  );
  const table = calls.map((call) => `  ${writeRow(call, document)}`);
  return `${[
    head(file),
    ...Object.entries(document.components.schemas).map(writeComponent),
    `export interface Operations ${writeBlock(calls.map((call) => writeOperation(call, document)))}`,
    '/** Method, path, 1 if an Idempotency-Key makes it safe to repeat, and the items of a page. */',
    `export const operations = {\n${table.join('\n')}\n} as const;`,
  ].join('\n')}\n`;
};
