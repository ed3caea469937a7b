import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findHandleFaults, findRowFaults, findStatementFaults } from './database-rules.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('a database handle is the first parameter, is never optional and knows its dialect', () => {
  // Migrations get the dialect as a parameter, and existing ones never change.
  const judged = sources.filter(({ path }) => path !== 'src/db/migrate.ts' && !path.startsWith('src/http/'));
  assert.deepEqual(
    judged.flatMap(({ path, text }) => findHandleFaults(path, text)),
    [],
  );
});

test('a cache is emptied by the folder that owns the data, not by a route', () => {
  const emptying = sources.filter(
    ({ path, text }) => path.startsWith('src/http/') && /\.(forget|invalidate)\w*\(/.test(text),
  );
  assert.deepEqual(
    emptying.map(({ path }) => path),
    [],
  );
});

const refused: [line: string, why: RegExp][] = [
  ['const find = (id: string, db: Handle) => 1;', /db is not the first/],
  [
    'const find = async (\n  { id }: { id: string },\n  tx: Handle,\n): Promise<void> => {};',
    /not the first/,
  ],
  ['const find = (tx: Handle = db.query) => 1;', /tx is optional/],
  ['const find = (tx?: Handle) => 1;', /tx is optional/],
  ['const find = (db: Handle, kind: DatabaseKind) => 1;', /kind of database/],
  ["const create = (\n  tx: Handle,\n  kind: Database['kind'],\n) => 1;", /kind of database/],
];

for (const [line, why] of refused)
  test(`refused: ${line.replaceAll('\n', ' ')}`, () => {
    const faults = findHandleFaults('src/users/store.ts', line);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, why);
  });

const allowed = [
  'const find = (db: Handle, id: string) => 1;',
  'const find = async (\n  tx: Handle,\n  { id }: { id: string },\n): Promise<void> => {};',
  'interface Database {\n  kind: DatabaseKind;\n  query: Handle;\n}',
  '// const find = (id: string, db: Handle) => 1;',
  'const change = (work: (tx: Handle) => Promise<void>) => 1;',
];

for (const line of allowed)
  test(`allowed: ${line.replaceAll('\n', ' ')}`, () => {
    assert.deepEqual(findHandleFaults('src/users/store.ts', line), []);
  });

test('routes read no rows of tables', () => {
  const routes = sources.filter(({ path }) => path.startsWith('src/http/'));
  assert.deepEqual(
    routes.flatMap(({ path, text }) => findRowFaults(path, text)),
    [],
  );
});

const rowReads: [file: string, line: string, why: RegExp][] = [
  ['src/http/v1/list.ts', 'const shown = { user_id: row.user_id };', /reads row.user_id/],
  ['src/http/v1/list.ts', 'const at = (await find(id))?.created_at;', /reads id.created_at/],
  ['src/http/v1/list.ts', "import type { UserRow } from '../../users/index.ts';", /imports UserRow/],
  ['src/http/v1/list.ts', "import type { Handle, Schema } from '../../db/index.ts';", /imports Schema/],
  ['src/http/console/list.ts', 'const { created_at } = await find(id);', /names created_at/],
];

for (const [file, line, why] of rowReads)
  test(`refused: ${line} in ${file}`, () => {
    const faults = findRowFaults(file, line);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, why);
  });

for (const [file, line] of [
  ['src/http/v1/list.ts', 'const userId = request.body.user_id;'],
  ['src/http/v1/list.ts', 'const shown = { user_id: user.id, create_time: user.createdAtMs };'],
  ['src/http/console/list.ts', "await record({ action: 'credits.top_up' });"],
] as const)
  test(`allowed: ${line} in ${file}`, () => {
    assert.deepEqual(findRowFaults(file, line), []);
  });

test('a file has SQL or opens transactions, not both', () => {
  // Commands work on the whole database.
  const judged = sources.filter(({ path }) => !/^src\/(?:db|cli)\//.test(path));
  assert.deepEqual(
    judged.flatMap(({ path, text }) => findStatementFaults(path, text)),
    [],
  );
});

const statements: [file: string, source: string, why: RegExp][] = [
  [
    'src/users/users.ts',
    "import type { Database } from '../db/index.ts';\nconst find = (db: Database) => db.query.selectFrom('users');",
    /SQL and a Database/,
  ],
  [
    'src/users/users.ts',
    "import { type Database, dialectOf } from '../db/index.ts';\nconst rows = await sql<{ id: string }>`select 1`;",
    /SQL and a Database/,
  ],
  ['src/http/v1/users.ts', "await db.deleteFrom('users').execute();", /has SQL/],
];

for (const [file, source, why] of statements)
  test(`refused: ${source.split('\n').at(-1)} in ${file}`, () => {
    const faults = findStatementFaults(file, source);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, why);
  });

test('a store has SQL, and a service opens transactions', () => {
  const store =
    "import type { Handle } from '../db/index.ts';\nconst find = (db: Handle) => db.selectFrom('users');";
  const service =
    "import type { Database } from '../db/index.ts';\nconst change = (db: Database) => db.transaction(work);";
  assert.deepEqual(findStatementFaults('src/users/store.ts', store), []);
  assert.deepEqual(findStatementFaults('src/users/users.ts', service), []);
});
