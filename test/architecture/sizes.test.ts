import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const maxLines = 400;
const maxFilesPerFolder = 40;

const sources = globSync('{src,test,migrations,scripts,web,bench,examples}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/generated.ts'],
});

test(`no source file has more than ${maxLines} lines`, () => {
  assert.ok(sources.length > 1000);
  const long = sources
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines);
  assert.deepEqual(long, []);
});

test(`no folder of src has more than ${maxFilesPerFolder} source files`, () => {
  const counts = new Map<string, number>();
  for (const path of sources.filter((each) => each.startsWith('src/'))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, files]) => files > maxFilesPerFolder);
  assert.deepEqual(crowded, []);
});
