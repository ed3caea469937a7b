import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const list = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** These folders hold what their runs check, not helpers: architecture rules and the cases of `npm run test:faults`. */
const subjects = ['test/architecture/', 'test/faults/cases/'];
const crowdedAbove = 25;

test('modules that help tests are in test/support, in a folder per topic', () => {
  const helpers = list('test/**/*.ts').filter(
    (path) => !isTest(path) && !subjects.some((folder) => path.startsWith(folder)),
  );
  assert.ok(helpers.length > 50);
  assert.deepEqual(
    helpers.filter((path) => !/^test\/support\/[a-z-]+\//.test(path)),
    [],
  );
});

test('no helper of tests is beside the code', () => {
  assert.deepEqual(
    list('{src,migrations,web}/**/*.{fixture,fixtures,mock,stub}.*', '{src,web}/**/testing/*'),
    [],
  );
});

test('no module imports a test', () => {
  const importers = list('{src,test,migrations,scripts,web,bench,examples}/**/*.{ts,tsx}').filter((path) =>
    /\bfrom '[^']+\.test\.tsx?'|\bimport\('[^']+\.test\.tsx?'\)/.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(importers, []);
});

test(`no folder of tests or helpers has more than ${crowdedAbove} files`, () => {
  const counts = new Map<string, number>();
  for (const path of list('test/**/*.ts')) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > crowdedAbove),
    [],
  );
});
