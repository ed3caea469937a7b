import type { OpenApiDocument } from '../../src/http/openapi/index.ts';
import { type Call, callsOf, isRepeatable, pageItems } from './client-calls.ts';
import { head, writeAnswer, writeComponent, writeQuery } from './write-api-types.ts';
import { writeBlock, writeComment, writeKey, writeType } from './write-type.ts';

/** No call has both a query and a body, so that the input of a method is one of them. */
const writeInput = ({ operation, path }: Call): string => {
  const [query] = writeQuery(operation);
  const body = operation.requestBody?.content['application/json'];
  if (query !== undefined && body) throw new Error(`${path} has a query and a body`);
  if (query !== undefined) return query.replace('query:', 'input:');
  return `input: ${body ? writeType(body.schema, 'request') : 'undefined'};`;
};

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
  const calls = callsOf(document);
  const table = calls.map((call) => `  ${writeRow(call, document)}`);
  return `${[
    head(file, 'openapi'),
    ...Object.entries(document.components.schemas).map(writeComponent),
    `export interface Operations ${writeBlock(calls.map((call) => writeOperation(call, document)))}`,
    '/** Method, path, 1 if an Idempotency-Key makes it safe to repeat, and the items of a page. */',
    `export const operations = {\n${table.join('\n')}\n} as const;`,
  ].join('\n')}\n`;
};
