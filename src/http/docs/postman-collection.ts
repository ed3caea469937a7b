import type { OpenApiDocument, OperationExample, OperationReference } from '../openapi/index.ts';
import { type DocumentedOperation, operationsOf } from './operations-of.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const requestOf = (
  { method, path, operation }: DocumentedOperation,
  { parameters = {}, body }: Pick<OperationExample, 'parameters' | 'body'>,
) => {
  const known = operation.parameters ?? [];
  const query = known
    .filter((one) => one.in === 'query')
    .map(({ name, description = '' }) => {
      const value = parameters[name];
      return { key: name, value: String(value ?? ''), description, disabled: value === undefined };
    });
  const header = known
    .filter((one) => one.in === 'header')
    .map(({ name, description = '' }) => {
      const value = parameters[name];
      return { key: name, value: String(value ?? ''), description, disabled: value === undefined };
    });
  const sent = query.filter(({ disabled }) => !disabled);
  const search = sent.length === 0 ? '' : `?${sent.map(({ key, value }) => `${key}=${value}`).join('&')}`;
  return {
    method,
    description: operation.description ?? '',
    header: [...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]), ...header],
    ...(body === undefined
      ? {}
      : {
          body: {
            mode: 'raw',
            raw: JSON.stringify(body, null, 2),
            options: { raw: { language: 'json' } },
          },
        }),
    url: {
      raw: `{{baseUrl}}${path}${search}`,
      host: ['{{baseUrl}}'],
      path: path.slice(1).split('/'),
      query,
    },
  };
};

const responseOf = (documented: DocumentedOperation, name: string, example: OperationExample) => ({
  name,
  originalRequest: requestOf(documented, example),
  status: 'OK',
  code: 200,
  header: [{ key: 'Content-Type', value: example.events ? 'text/event-stream' : 'application/json' }],
  body: example.events
    ? example.events.map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    : JSON.stringify(example.response, null, 2),
});

const itemOf = (documented: DocumentedOperation, { examples }: OperationReference) => {
  const { operation } = documented;
  const [first] = Object.values(examples);
  return {
    name: operation.summary ?? operation.operationId,
    request: requestOf(documented, first ?? {}),
    response: Object.values(examples).map((example) => responseOf(documented, example.summary, example)),
  };
};

/** The operations and examples as a Postman collection (v2.1), which other API clients import too. */
export const postmanCollection = (
  document: OpenApiDocument,
  examples: Record<string, OperationReference>,
  baseUrl: string,
) => {
  const operations = operationsOf(document);
  const folders = document.tags.map(({ name, description = '' }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map((documented) =>
        itemOf(documented, examples[documented.operation.operationId] ?? { examples: {} }),
      ),
  }));
  return {
    info: { name: document.info.title, description: document.info.description, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
};
