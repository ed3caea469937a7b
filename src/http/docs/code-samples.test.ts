import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { codeSamples, pythonLiteral } from './code-samples.ts';

const documented = {
  method: 'POST',
  path: '/v1/notes/{id}',
  operation: {
    operationId: 'writeNote',
    tags: [],
    responses: {},
    parameters: [
      { name: 'id', in: 'path', required: true, schema: {} },
      { name: 'tags', in: 'query', required: false, schema: {} },
      { name: 'Last-Event-ID', in: 'header', required: false, schema: {} },
    ],
  },
} satisfies Parameters<typeof codeSamples>[0];

const example = {
  parameters: { id: 'a/b', tags: ['x', 'y z'], 'Last-Event-ID': '2' },
  body: { text: `it's "5" \${x}`, none: null, yes: true, list: [] },
};
const sampleOf = (language: string, more: object = {}) =>
  codeSamples(documented, { ...example, ...more }, 'https://desk.example').find(
    (one) => one.language === language,
  )!.code;

test('a shell reads the body and the parameters of the curl sample unchanged', () => {
  const lines = sampleOf('curl').split(' \\\n  ');
  assert.equal(lines[0], "curl -X POST 'https://desk.example/v1/notes/a%2Fb?tags=x%2Cy+z'");
  assert.equal(lines[1], '-H "Authorization: Bearer $API_KEY"');
  assert.equal(lines[2], "-H 'Last-Event-ID: 2'");
  const quoted = sampleOf('curl').split('-d ')[1]!;
  assert.deepEqual(JSON.parse(quoted.slice(1, -1).replaceAll("'\\''", "'")), example.body);
});

test('the JavaScript sample is valid and sends the same request', async () => {
  for (const more of [{}, { events: [] }]) {
    const sent: unknown[] = [];
    const fetch = async (url: string, options: { body: string }) => {
      sent.push(url, JSON.parse(options.body));
      return new Response('{}');
    };
    const run = new Script(
      `(async (fetch, apiKey, console) => { ${sampleOf('JavaScript', more)} })`,
    ).runInThisContext();
    await run(fetch, 'key', { log: () => {} });
    assert.deepEqual(sent, ['https://desk.example/v1/notes/a%2Fb?tags=x%2Cy+z', example.body]);
  }
});

test('JSON becomes a Python literal', () => {
  assert.equal(
    pythonLiteral({ a: [1, true], b: null, c: {}, d: 'x"y' }),
    '{\n    "a": [\n        1,\n        True,\n    ],\n    "b": None,\n    "c": {},\n    "d": "x\\"y",\n}',
  );
  assert.match(sampleOf('Python'), /^import httpx\n\nresponse = httpx\.request\(\n {4}"POST",/);
  assert.match(sampleOf('Python', { events: [] }), /with httpx\.stream\(/);
});
