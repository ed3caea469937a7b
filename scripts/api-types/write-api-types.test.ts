import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonSchema, OpenApiDocument } from '../../src/http/openapi/index.ts';
import { writeApiTypes } from './write-api-types.ts';
import { writeType } from './write-type.ts';

const cases: [JsonSchema, string][] = [
  [{ type: 'string', maxLength: 5 }, 'string'],
  [{ type: 'integer', minimum: 1 }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ const: "it's" }, "'it\\'s'"],
  [{ enum: ['a', 1, null] }, "'a' | 1 | null"],
  [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
  [{ type: 'array', items: { anyOf: [{ type: 'object' }, { type: 'null' }] } }, '(object | null)[]'],
  [{ type: 'array', items: {}, minItems: 2, maxItems: 2 }, '[unknown, unknown]'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, 'Record<string, number>'],
  [{ type: 'object', properties: {}, additionalProperties: true }, 'Record<string, unknown>'],
  [{ $ref: '#/components/schemas/Agent' }, 'Agent'],
  [{}, 'unknown'],
];

test('each schema keyword becomes its TypeScript type', () => {
  for (const [schema, type] of cases) assert.equal(writeType(schema, 'answer'), type);
});

test('a field with a default is optional in a request and always present in a response', () => {
  const schema = {
    type: 'object',
    required: ['page', 'name'],
    properties: { page: { type: 'integer', default: 1 }, name: { type: 'string' }, 'x-y': { type: 'null' } },
  };
  assert.equal(writeType(schema, 'answer'), "{\n  page: number;\n  name: string;\n  'x-y'?: null;\n}");
  assert.equal(writeType(schema, 'request'), "{\n  page?: number;\n  name: string;\n  'x-y'?: null;\n}");
});

test('an unsupported schema is an error', () => {
  assert.throws(() => writeType({ type: 'file' }, 'answer'), /no TypeScript type for \{"type":"file"\}/);
});

test('each method of a route has types for its query, body, events and response', () => {
  const content = (schema: JsonSchema, type = 'application/json') => ({ content: { [type]: { schema } } });
  const text = { type: 'string' };
  const paths = {
    '/api/notes/{noteId}': {
      put: {
        operationId: 'putNote',
        tags: [],
        parameters: [
          { name: 'noteId', in: 'path', required: true, schema: text },
          { name: 'force', in: 'query', required: true, description: 'Always', schema: { type: 'boolean' } },
        ],
        requestBody: { required: true, ...content({ $ref: '#/components/schemas/Note' }) },
        responses: {
          200: { description: '', ...content({ $ref: '#/components/schemas/Note' }) },
          204: { description: '' },
          default: { description: '', ...content(text) },
        },
      },
      get: {
        operationId: 'followNote',
        tags: [],
        responses: {
          200: { description: '', ...content({ ...text, 'x-events': { note: text } }, 'text/event-stream') },
        },
      },
    },
  };
  const schemas = { Note: { type: 'object', properties: { text }, description: 'A */ note' } };
  const document = { paths, components: { schemas } } as unknown as OpenApiDocument;
  const [, types] = writeApiTypes(document, '/api').split('instead.\n');
  assert.equal(
    types,
    `
/** A *\\/ note */
export interface Note {
  text?: string;
}
export interface Routes {
  '/notes/{noteId}': {
    put: {
      query: {
        /** Always */
        force: boolean;
      };
      body: Note;
      answer: Note | undefined;
    };
    get: {
      events: {
        note: string;
      };
      answer: string;
    };
  };
}
`,
  );
});
