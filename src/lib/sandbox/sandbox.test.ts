import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue, createSandbox, findPattern, SandboxError } from './index.ts';
import { defineJob } from './sandbox-job.ts';

const endless = { patterns: ['^(a+)+$'], flags: 'u', text: `${'a'.repeat(60)}!` };
const fillMemory = defineJob<() => void>(
  new URL('../../../test/support/sandbox/fill-memory.ts', import.meta.url),
  {
    cpuMs: 60_000,
  },
);

/** Smaller than the ordinary limits, so that the tests are fast. */
const quickSearch = { ...findPattern, cpuMs: 50 };
const quickCheck = { ...checkValue, cpuMs: 150 };

const failsWith = (reason: string) => (error: unknown) =>
  error instanceof SandboxError && error.reason === reason;

test('an endless pattern is ended, and the next job of the same tenant runs', async (context) => {
  const sandbox = createSandbox({ workers: 1 });
  context.after(sandbox.close);
  await assert.rejects(sandbox.run('a', quickSearch, endless), failsWith('time'));
  const found = await sandbox.run('a', findPattern, {
    patterns: ['x', '\\d+'],
    flags: 'u',
    text: 'order 42',
  });
  assert.deepEqual(found, { index: 1, words: '42' });
});

test('a job that fills its memory is ended, and the next job runs', async (context) => {
  const sandbox = createSandbox({ workers: 1, memoryMb: 48 });
  context.after(sandbox.close);
  await assert.rejects(sandbox.run('a', fillMemory, undefined as never), failsWith('memory'));
  assert.deepEqual(await sandbox.run('a', checkValue, { schema: '{"type":"string"}', value: '"x"' }), {});
});

test('a value is checked against a schema; an invalid schema is reported separately', async (context) => {
  const sandbox = createSandbox({ workers: 1 });
  context.after(sandbox.close);
  const schema = JSON.stringify({
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
  });
  const check = (value: unknown) => sandbox.run('a', checkValue, { schema, value: JSON.stringify(value) });
  assert.deepEqual(await check({ id: 5 }), {});
  assert.deepEqual(await check({ id: '5' }), { problem: 'id must be integer' });
  assert.match((await check({})).problem ?? '', /required property 'id'/);
  const broken = await sandbox.run('a', checkValue, { schema: '{"type":"nonsense"}' });
  assert.match(broken.schemaProblem ?? '', /schema is invalid/);
});

test('exponential references and a search for duplicates in a long list are ended', async (context) => {
  const sandbox = createSandbox({ workers: 1 });
  context.after(sandbox.close);
  const $defs: Record<string, unknown> = { d40: { type: 'string' } };
  for (let level = 0; level < 40; level += 1)
    $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
  const doubling = JSON.stringify({ $defs, properties: { a: { $ref: '#/$defs/d0' } } });
  await assert.rejects(sandbox.run('a', quickCheck, { schema: doubling, value: '{"a":5}' }), SandboxError);
  const list = JSON.stringify(Array.from({ length: 15_000 }, (_, index) => ({ a: index })));
  await assert.rejects(
    sandbox.run('a', quickCheck, { schema: '{"type":"array","uniqueItems":true}', value: list }),
    failsWith('time'),
  );
  assert.deepEqual(await sandbox.run('b', checkValue, { schema: 'true', value: '1' }), {});
});

test('a tenant that uses up its limit does not block another tenant', async (context) => {
  const sandbox = createSandbox({ workers: 2 });
  context.after(sandbox.close);
  let burning = 4;
  const burned = Array.from({ length: burning }, () =>
    sandbox.run('greedy', quickSearch, endless).catch(() => {
      burning -= 1;
    }),
  );
  const other = await sandbox.run('other', findPattern, { patterns: ['b'], flags: 'u', text: 'abc' });
  assert.equal(other?.words, 'b');
  assert.ok(burning >= 2, `${burning} of the four were still waiting`);
  await Promise.all(burned);
});

test('a closed sandbox rejects waiting and new jobs', async () => {
  const sandbox = createSandbox({ workers: 1 });
  const running = sandbox.run('a', quickSearch, endless);
  const waiting = sandbox.run('b', quickSearch, endless);
  sandbox.close();
  await assert.rejects(waiting, failsWith('busy'));
  await assert.rejects(running, SandboxError);
  await assert.rejects(sandbox.run('a', quickSearch, endless), failsWith('busy'));
});
