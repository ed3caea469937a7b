import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { validatorCompiler } from './validator.ts';

type Verdict = { value?: unknown; error?: Error };

const check = (schema: object, httpPart: 'body' | 'querystring', value: unknown): Verdict =>
  validatorCompiler({ schema, httpPart, url: '/x', method: 'POST' })(value) as Verdict;

test('integers must be safe integers, at every depth and also in query strings', () => {
  const schema = Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    list: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.Null()]))),
  });
  const most = Number.MAX_SAFE_INTEGER;
  assert.equal(check(schema, 'body', { page: most, list: [most, -most, null] }).error, undefined);
  assert.equal(check(schema, 'querystring', { page: String(most) }).error, undefined);
  for (const page of [most + 1, 2 ** 63, 1e300])
    assert.match(check(schema, 'body', { page }).error!.message, /^page must be at most 9007199254740991/);
  assert.ok(check(schema, 'querystring', { page: '9223372036854775808' }).error);
  for (const one of [2 ** 63, -(2 ** 63)])
    assert.ok(check(schema, 'body', { list: [one] }).error, String(one));
  assert.match(
    check(schema, 'body', { page: 0 }).error!.message,
    /at least 1/,
    'bounds of the schema still apply',
  );
});

test('a default that looks like a schema is not changed', () => {
  const example = { type: 'integer' };
  const schema = Type.Object({ parameters: Type.Unsafe<object>({ type: 'object', default: example }) });
  assert.deepEqual(check(schema, 'body', {}).value, { parameters: { type: 'integer' } });
});
