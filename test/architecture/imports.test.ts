import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findImportFaults, readsEnvironment } from './import-rules.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

test('every import in src points down, or to a neighbour through its index.ts', () => {
  assert.ok(sources.length > 0);
  assert.deepEqual(
    sources.flatMap(({ path, text }) => findImportFaults(path, text)),
    [],
  );
});

test('only src/config reads the environment', () => {
  const readers = sources
    .filter(({ path }) => !path.startsWith('src/config/') && !path.endsWith('.test.ts'))
    .filter(({ text }) => readsEnvironment(text));
  assert.deepEqual(
    readers.map(({ path }) => path),
    [],
  );
});

const refused: [file: string, line: string, why: RegExp][] = [
  ['src/db/store.ts', "import { send } from '../runtime/send.ts';", /runtime stands above db/],
  ['src/lib/ids.ts', "import type { Database } from '../db/database.ts';", /db stands above lib/],
  ['src/agents/store.ts', "export * from '../webhooks/index.ts';", /webhooks stands above agents/],
  ['src/agents/store.ts', "const later = await import('../http/server.ts');", /http stands above agents/],
  ['src/http/v1/message.ts', "import '../../app.ts';", /app stands above http/],
  ['src/usage/ledger.ts', "import {\n  one,\n  two,\n} from '../agents/store.ts';", /neighbour/],
  ['src/jobs/queue.ts', "import type { Row } from '../db/schema/row.ts';", /neighbour/],
  ['src/runtime/send.ts', "import { loadConfig } from '../config/load-config.ts';", /passed in/],
  ['src/config/load-config.ts', "import { open } from '../db/index.ts';", /nothing but lib/],
  ['src/helpers/misc.ts', "import { a } from '../lib/ids.ts';", /the room helpers has no row/],
  ['src/runtime/send.ts', "import { fake } from '../../test/support/fake.ts';", /does not use what tests/],
];

for (const [file, line, why] of refused) {
  test(`refused: ${line.replaceAll('\n', ' ')} in ${file}`, () => {
    const faults = findImportFaults(file, `/** first */\n${line}\n`);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', why);
  });
}

const allowed: [file: string, line: string][] = [
  ['src/main.ts', "import { createApp } from './app.ts';"],
  ['src/cli/serve.ts', "import { loadConfig } from '../config/load-config.ts';"],
  ['src/http/v1/message.ts', "import { send } from '../../runtime/send.ts';"],
  ['src/usage/ledger.ts', "import { findAgent } from '../agents/index.ts';"],
  ['src/runtime/send.ts', "import type { Config } from '../config/config.ts';"],
  ['src/runtime/send.ts', "import { take } from './round-queue.ts';"],
  ['src/db/migrate.ts', "import { first } from '../../migrations/0001-first.ts';"],
  ['src/db/store.test.ts', "import { createTestDatabase } from '../../test/support/postgres.ts';"],
  ['src/lib/ids.ts', "import { randomBytes } from 'node:crypto';"],
  ['src/lib/ids.ts', "// once stood here: import { send } from '../runtime/send.ts';"],
];

for (const [file, line] of allowed) {
  test(`allowed: ${line} in ${file}`, () => {
    assert.deepEqual(findImportFaults(file, line), []);
  });
}

test('all imports of a file are checked', () => {
  const source =
    "import { a } from '../http/a.ts';\nimport { b } from '../lib/b.ts';\nimport { c } from '../cli/c.ts';";
  assert.equal(findImportFaults('src/tables/store.ts', source).length, 2);
});

test('every way to read the environment is found, but not in comments', () => {
  for (const line of [
    'const port = process.env.PORT;',
    "const port = process['env'].PORT;",
    "import { env } from 'node:process';",
    'const { argv, env } = process;',
    "const url = 'http://localhost'; const port = process?.env.PORT;",
  ]) {
    assert.equal(readsEnvironment(line), true, line);
  }
  for (const line of [
    '// process.env is not for us',
    '/* process.env */ const a = 1;',
    'process.environment()',
  ]) {
    assert.equal(readsEnvironment(line), false, line);
  }
});
