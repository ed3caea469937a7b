import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEqualOnce } from './compile-in-steps.ts';

test('equal schemas are compiled once, and a schema that cannot be compiled fails each time', () => {
  const seen: object[] = [];
  const compile = compileEqualOnce((schema) => {
    seen.push(schema);
    if ('$ref' in schema) throw new Error('unknown reference');
    return { schema };
  });
  const id = compile({ type: 'string', maxLength: 10 });
  assert.equal(compile({ type: 'string', maxLength: 10 }), id);
  assert.notEqual(compile({ type: 'string', maxLength: 11 }), id);
  for (let attempt = 0; attempt < 2; attempt += 1)
    assert.throws(() => compile({ $ref: 'other' }), /unknown reference/);
  assert.equal(seen.length, 4);
});
