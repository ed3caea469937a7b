import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateFiles } from './generate-files.ts';

const createRoot = (context: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'frontdesk-generated-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'in'));
  const write = (path: string, content: string): void => writeFileSync(join(root, path), content);
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  write('in/one.ts', '1');
  let calls = 0;
  const file = {
    path: 'out/made.ts',
    inputs: ['in'],
    make: () => {
      calls += 1;
      return `made of ${read('in/one.ts')}`;
    },
  };
  const generate = (isForced = false) => generateFiles(root, [file], isForced);
  return { root, write, read, generate, calls: () => calls };
};

test('a file is made once, and again after an input or the file itself has changed', async (context) => {
  const { write, read, generate, calls, root } = createRoot(context);
  assert.deepEqual(await generate(), ['out/made.ts']);
  assert.deepEqual(await generate(), []);
  write('in/one.ts', '2');
  assert.deepEqual(await generate(), ['out/made.ts']);
  assert.equal(read('out/made.ts'), 'made of 2');
  write('out/made.ts', 'changed by hand');
  await generate();
  assert.equal(read('out/made.ts'), 'made of 2');
  rmSync(join(root, 'out/made.ts'));
  await generate();
  assert.equal(read('out/made.ts'), 'made of 2');
  assert.equal(calls(), 4);
});

test('a change of a test does not count as a change', async (context) => {
  const { write, generate } = createRoot(context);
  await generate();
  write('in/one.test.ts', '1');
  assert.deepEqual(await generate(), []);
});

test('a forced build makes every file, and one that stays the same keeps its time', async (context) => {
  const { root, generate } = createRoot(context);
  await generate();
  const before = statSync(join(root, 'out/made.ts')).mtimeMs;
  assert.deepEqual(await generate(true), ['out/made.ts']);
  assert.equal(statSync(join(root, 'out/made.ts')).mtimeMs, before);
});

test('a damaged list of what was made only means that everything is made again', async (context) => {
  const { write, generate } = createRoot(context);
  await generate();
  write('dist/.generated.json', '{');
  assert.deepEqual(await generate(), ['out/made.ts']);
});
