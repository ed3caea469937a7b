import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeJson } from './json.ts';

const long = 'y'.repeat(150_000);
const wide = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`key${at}`, 'value']));

const make = async (node: object) => {
  const variables = new Map<string, unknown>([
    ['long', long],
    ['wide', wide],
  ]);
  const input = { node: { output: 'json', saveAs: 'result', ...node }, state: { variables } };
  await makeJson(input as unknown as Parameters<typeof makeJson>[0]);
  return variables.get('result');
};

test('a variable that is used many times cannot make a result larger than the limit', async () => {
  const template = JSON.stringify(Array.from({ length: 4000 }, () => 'a {{long}}'));
  await assert.rejects(make({ operation: 'build', template }), /the result has more than 200000 characters/);
  const fields = Array.from({ length: 100 }, (_, at) => ({ from: 'wide', to: `copy${at}` }));
  await assert.rejects(
    make({ operation: 'pick', fields, ifMissing: 'fail' }),
    /the result has more than 200000 characters/,
  );
});

test('values that are merged are limited together, although later ones replace earlier ones', async () => {
  const sources = (count: number) => Array.from({ length: count }, () => 'wide');
  assert.deepEqual(await make({ operation: 'merge', sources: sources(2), deep: true }), wide);
  await assert.rejects(
    make({ operation: 'merge', sources: sources(20), deep: true }),
    /the values have together more than 1000000 characters/,
  );
});

test('a result within the limit is a copy', async () => {
  const fields = [{ from: 'wide', to: 'copy' }];
  const result = (await make({ operation: 'pick', fields, ifMissing: 'fail' })) as { copy: object };
  assert.deepEqual(result.copy, wide);
  assert.notEqual(result.copy, wide);
});
