import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { rerankerVariables, settingList } from '../../src/config/settings-schema.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root }).map((path) => ({
  path,
  text: read(path),
}));

test('every link between documents leads to a file', () => {
  assert.ok(documents.length > 10);
  const broken = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!.split('#')[0]!)
      .filter((target) => target !== '' && !/^\w+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path} → ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('every test a document names exists', () => {
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|test|scripts|bench)\/[\w./*-]+\.test\.ts)`/g)]
      .map((match) => match[1]!)
      .filter((name) => globSync(name, { cwd: root }).length === 0)
      .map((name) => `${path} → ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('every decision is in the index, and numbers are given once', () => {
  const names = globSync('docs/adr/[0-9]*.md', { cwd: root }).map((path) => path.slice('docs/adr/'.length));
  const index = read('docs/adr/README.md');
  assert.deepEqual(
    names.filter((name) => !index.includes(`(${name})`)),
    [],
  );
  assert.equal(new Set(names.map((name) => name.slice(0, 4))).size, names.length);
});

test('the README tells every setting and its default', () => {
  const rows = read('README.md').split('\n');
  const isReranker = (env: string): boolean =>
    Object.values(rerankerVariables).some((name) => env.startsWith(name));
  for (const { key, schema } of settingList) {
    if (isReranker(schema.env)) continue;
    const row = rows.find((line) => line.startsWith(`| \`${schema.env}\` | \`${key}\` |`));
    assert.ok(row, `${schema.env} is missing`);
    const shown = String(schema.default ?? '');
    if (shown !== '') assert.ok(row.includes(`| \`${shown}\` |`), `${schema.env} is ${shown} by default`);
  }
  for (const [name, variable] of Object.entries(rerankerVariables))
    assert.ok(rows.some((line) => line.includes(`\`${variable}_URL\``) && line.includes(name)));
});

test('the README tells no setting that does not exist', () => {
  const known = new Set(settingList.map(({ schema }) => schema.env));
  const told = [...read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`.* \| `[a-z]\w*/gm)].map(
    (match) => match[1]!,
  );
  assert.ok(told.length > 40);
  assert.deepEqual(
    told.filter((name) => !known.has(name)),
    [],
  );
});
