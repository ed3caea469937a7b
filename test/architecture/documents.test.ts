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

const decisions = globSync('docs/adr/[0-9]*.md', { cwd: root })
  .toSorted()
  .map((path) => {
    const text = read(path);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]!);
    return {
      name: path.slice('docs/adr/'.length),
      title: /^# (\d{4}\. .+)\n/.exec(text)?.[1] ?? '',
      status: /^Status: (.+?)\n\n/ms.exec(text)?.[1] ?? '',
      sections,
      verification: text.split('\n## Verification\n')[1] ?? '',
    };
  });

test('every decision has a title, a status and the four sections', () => {
  assert.ok(decisions.length > 100);
  for (const { name, title, status, sections } of decisions) {
    assert.match(title, new RegExp(`^${name.slice(0, 4)}\\. \\S`), `${name}: title`);
    assert.match(status, /^(Accepted|Superseded by \[\d{4}\])/, `${name}: status`);
    assert.deepEqual(sections, ['Context', 'Decision', 'Consequences', 'Verification'], name);
  }
});

test('a decision that changes another one is linked from it', () => {
  const changes = decisions.flatMap(({ name, status }) =>
    [...status.matchAll(/\b(?:amends|supersedes)\b([^;]+)/gi)].flatMap((clause) =>
      [...clause[1]!.matchAll(/\[(\d{4})\]/g)].map((match) => ({ by: name, changed: match[1]! })),
    ),
  );
  assert.ok(changes.length > 10);
  const oneWay = changes.filter(
    ({ by, changed }) => !decisions.find(({ name }) => name.startsWith(changed))?.status.includes(by),
  );
  assert.deepEqual(oneWay, []);
});

test('the file name of a decision is the beginning of its title', () => {
  const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  assert.deepEqual(
    decisions
      .filter(({ name, title }) => !slugOf(title).startsWith(name.slice(0, -'.md'.length)))
      .map(({ name }) => name),
    [],
  );
});

test('every decision names what verifies it, and every path exists', () => {
  for (const { name, verification } of decisions) {
    const paths = [...verification.matchAll(/`([\w-]+\/[\w./*-]+)`/g)].map((match) => match[1]!);
    assert.ok(paths.length > 0, `${name} names no test`);
    for (const path of paths) assert.notEqual(globSync(path, { cwd: root }).length, 0, `${name} → ${path}`);
  }
});

test('every file and folder that CONTRIBUTING names exists', () => {
  const named = [
    ...read('CONTRIBUTING.md').matchAll(/`((?:src|web|migrations|test|docs|scripts)\/[\w./-]+)`/g),
  ];
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.map(([, path]) => path!).filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('every decision is in the index with its title, and numbers have no gaps', () => {
  const index = read('docs/adr/README.md');
  const missing = decisions
    .map(({ name, title }) => `| [${name.slice(0, 4)}](${name}) | ${title.slice('0000. '.length)} |`)
    .filter((row) => !index.includes(row));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    decisions.map(({ name }) => Number(name.slice(0, 4))),
    decisions.map((_, index) => index + 1),
  );
});

test('the README lists every setting with its default', () => {
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

test('the README lists only existing settings', () => {
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
