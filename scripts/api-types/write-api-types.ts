import type { JsonSchema, OpenApiDocument, Operation } from '../../src/http/openapi/index.ts';
import { writeBlock, writeComment, writeKey, writeType } from './write-type.ts';

export const head = (origin: string, command: string): string =>
  `// Generated from ${origin} by "npm run ${command}". Do not edit: change the schema of the route instead.\n`;

export const writeComponent = ([name, schema]: [string, JsonSchema]): string => {
  const type = writeType(schema, 'answer');
  const declaration =
    schema.type === 'object' && type.startsWith('{')
      ? `export interface ${name} ${type}`
      : `export type ${name} = ${type};`;
  return writeComment(schema) + declaration;
};

export const writeQuery = ({ parameters = [] }: Operation): string[] => {
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema, description }) => {
      const isOptional = !required || 'default' in schema;
      const type = writeType(schema, 'request');
      return `${writeComment({ description })}${writeKey(name)}${isOptional ? '?' : ''}: ${type};`;
    });
  return fields.length === 0 ? [] : [`query: ${writeBlock(fields)};`];
};

const writeBody = ({ requestBody }: Operation): string[] => {
  if (!requestBody) return [];
  const json = requestBody.content['application/json'];
  return [`body: ${json ? writeType(json.schema, 'request') : 'Blob'};`];
};

/** All success responses. A file has no type, and 204 has no content. */
export const writeAnswer = ({ responses }: Operation): string => {
  const types = Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .map(([, { content }]) => {
      if (!content) return 'undefined';
      const json = content['application/json'];
      return json ? writeType(json.schema, 'answer') : 'string';
    });
  return `answer: ${[...new Set(types)].join(' | ') || 'undefined'};`;
};

/** For streams: the data of each server-sent event by event name. */
const writeEvents = ({ responses }: Operation): string[] => {
  const events = responses['200']?.content?.['text/event-stream']?.schema['x-events'];
  if (!events) return [];
  const fields = Object.entries(events as Record<string, JsonSchema>).map(
    ([name, schema]) => `${writeKey(name)}: ${writeType(schema, 'answer')};`,
  );
  return [`events: ${writeBlock(fields)};`];
};

const writeOperation = ([method, operation]: [string, Operation]): string =>
  `${method}: ${writeBlock([
    ...writeQuery(operation),
    ...writeBody(operation),
    ...writeEvents(operation),
    writeAnswer(operation),
  ])};`;

/**
 * The types of an API: its named schemas, and `Routes` with query, body and response of each call.
 * @param prefix common start of all paths, which is removed.
 */
export const writeApiTypes = (document: OpenApiDocument, prefix: string): string => {
  const components = Object.entries(document.components.schemas).map(writeComponent);
  const routes = Object.entries(document.paths).map(
    ([path, methods]) =>
      `'${path.slice(prefix.length)}': ${writeBlock(Object.entries(methods).map(writeOperation))};`,
  );
  const first = head('the routes of the management API', 'build');
  return `${[first, ...components, `export interface Routes ${writeBlock(routes)}`].join('\n')}\n`;
};
