import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { compileSchemasInSteps } from './compile-in-steps.ts';
import { serializerCompiler } from './serializer.ts';

const serializer = (url: string, schema: object) =>
  serializerCompiler({ schema, url, method: 'GET', httpStatus: '200' });

test('a response has only the fields of its schema', () => {
  const write = serializer('/x', Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }));
  assert.equal(write({ id: 'a', secret: 'b' }), '{"id":"a"}');
  assert.equal(write({ id: 'a', name: 'c', secret: 'b' }), '{"id":"a","name":"c"}');
});

test('schemas of messages are compiled by the warm-up, all others by their first response', async () => {
  let reads = 0;
  const counted = (): object => ({
    get type() {
      reads += 1;
      return 'string';
    },
  });
  const other = serializer('/v1/tables', counted());
  const message = serializer('/v2/conversation/message', counted());
  assert.equal(reads, 0);
  await compileSchemasInSteps();
  assert.notEqual(reads, 0, 'the warm-up compiles the schema of messages');
  const readsOfMessage = reads;
  assert.equal(message('text'), '"text"');
  assert.equal(reads, readsOfMessage, 'the first message compiles nothing');
  assert.equal(other('text'), '"text"');
  assert.notEqual(reads, readsOfMessage);
});
