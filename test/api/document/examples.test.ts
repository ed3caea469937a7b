import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { JsonSchema, OpenApiDocument, OperationExample } from '../../../src/http/openapi/index.ts';
import { developerReference } from '../../../src/http/reference/index.ts';
import { createDocumentValidator } from '../../support/document/document-validator.ts';
import {
  type DocumentedOperation,
  operationsById,
  sendExample,
} from '../../support/document/example-call.ts';
import { createExampleWorld, startExampleServers, substitute } from '../../support/document/example-world.ts';
import { readEvents, testService } from '../../support/service/service.ts';

const servers = await startExampleServers();
after(servers.close);

/** The codes of a stream, without repetitions. */
const codesOf = (events: readonly unknown[]): number[] =>
  events
    .map((event) => (event as { code: number }).code)
    .filter((code, index, codes) => code !== codes[index - 1]);

/** An example shows exactly the fields that the service sends. Empty lists show none. */
const compareFields = (shown: unknown, sent: unknown, path: string): void => {
  if (Array.isArray(shown) && Array.isArray(sent)) {
    if (shown.length > 0 && sent.length > 0) compareFields(shown[0], sent[0], `${path}[]`);
    return;
  }
  if (shown === null || sent === null || typeof shown !== 'object' || typeof sent !== 'object') return;
  assert.deepEqual(Object.keys(shown).sort(), Object.keys(sent).sort(), `the fields of ${path}`);
  for (const [name, value] of Object.entries(shown))
    compareFields(value, (sent as Record<string, unknown>)[name], `${path}.${name}`);
};

const schemaOf = ({ operation }: DocumentedOperation, type: string): JsonSchema => {
  const schema = operation.responses[200]?.content?.[type]?.schema;
  assert.ok(schema, `${operation.operationId} has no response of type ${type}`);
  return schema;
};

const cases = Object.entries(developerReference.operations).flatMap(([id, { examples }]) =>
  Object.entries(examples).map(([name, example]) => ({ id, name, example, label: `${id} (${name})` })),
);

testService(
  'every example can be sent and gets the response that it shows',
  servers.options,
  async (service) => {
    const document = (await service.call('GET', '/openapi.json')).body as OpenApiDocument;
    const operations = operationsById(document);
    const validator = createDocumentValidator(document);
    const world = await createExampleWorld(service, servers);
    for (const { id, name, example, label } of cases) {
      const operation = operations.get(id)!;
      const replacements = await world.replacementsFor(id, name);
      const request = substitute(
        { parameters: example.parameters, body: example.body },
        replacements,
      ) as OperationExample;
      const response = await sendExample(service, operation, request, world.keyFor(id));
      assert.equal(response.status, 200, `${label}: ${response.text}`);
      if (example.events) {
        assert.match(String(response.headers['content-type']), /^text\/event-stream/, label);
        const events = readEvents(response.text).map(({ id: _id, ...event }) => event);
        for (const event of events) validator.check(schemaOf(operation, 'text/event-stream'), event, label);
        assert.deepEqual(codesOf(events), codesOf(example.events), label);
      } else {
        validator.check(schemaOf(operation, 'application/json'), response.body, `the response of ${label}`);
        compareFields(example.response, response.body, label);
      }
    }
  },
);

test('the examples match the schemas of the document', async () => {
  const { makeOpenApiDocuments } = await import('../../../src/cli/commands/openapi-command.ts');
  const document = JSON.parse((await makeOpenApiDocuments()).get('openapi.json')!) as OpenApiDocument;
  const operations = operationsById(document);
  const validator = createDocumentValidator(document);
  for (const { id, example, label } of cases) {
    const operation = operations.get(id)!;
    const body = operation.operation.requestBody?.content['application/json'];
    if (body) validator.check(body.schema, example.body, `the body of ${label}`);
    for (const { name, schema } of operation.operation.parameters ?? []) {
      const value = example.parameters?.[name];
      if (value !== undefined) validator.check(schema, value, `${name} of ${label}`);
    }
    for (const event of example.events ?? [])
      validator.check(schemaOf(operation, 'text/event-stream'), event, label);
    if (example.response !== undefined)
      validator.check(schemaOf(operation, 'application/json'), example.response, `the response of ${label}`);
  }
  for (const [name, { post }] of Object.entries(document.webhooks!)) {
    const { schema, examples = {} } = post.requestBody!.content['application/json']!;
    assert.ok(Object.keys(examples).length > 0, `${name} has no example`);
    for (const [key, example] of Object.entries(examples))
      validator.check(schema, (example as { value: unknown }).value, `webhook ${name} (${key})`);
  }
});
