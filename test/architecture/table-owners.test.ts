import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rows } from './import-rules.ts';
import {
  computedTables,
  findOwnerFaults,
  findTableWrites,
  genericWriters,
  tableOwners,
} from './table-owners.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root })
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('every table is written by the folder that owns it', () => {
  assert.ok(sources.flatMap(({ text }) => findTableWrites(text)).length > 200);
  assert.deepEqual(
    sources.flatMap(({ path, text }) => findOwnerFaults(path, text)),
    [],
  );
});

test('owners of tables are folders of src', () => {
  const folders = new Set(rows.flat());
  assert.deepEqual(
    Object.values(tableOwners).filter((owner) => !folders.has(owner)),
    [],
  );
});

test('the lists of exceptions name no file without need', () => {
  const writesByVariable = sources
    .filter(({ text }) => findTableWrites(text).some(({ table }) => table === undefined))
    .map(({ path }) => path);
  assert.deepEqual(
    Object.keys(computedTables).filter((path) => !writesByVariable.includes(path)),
    [],
  );
  const faults = sources.filter(
    ({ path, text }) => path in genericWriters && findOwnerFaults(`${path}x`, text).length === 0,
  );
  assert.deepEqual(
    faults.map(({ path }) => path),
    [],
  );
  assert.deepEqual(
    Object.keys(genericWriters).filter((path) => !sources.some((source) => source.path === path)),
    [],
  );
});

const refused: [code: string, fault: RegExp][] = [
  ["await tx.deleteFrom('rounds').execute();", /:2 writes rounds, which belongs to src\/rounds/],
  ['await tx\n  .updateTable("conversations")\n  .set({});', /:3 writes conversations/],
  ["db.insertInto(\n  'ledger_entries',\n).values(row)", /:2 writes ledger_entries/],
  ["tx.updateTable('rounds as r').set({})", /:2 writes rounds/],
  ['db.replaceInto(`files`).values(row)', /:2 writes files/],
  ["tx['deleteFrom']('files').execute()", /:2 writes a table that a variable names/],
  ['tx.deleteFrom(table).execute()', /:2 writes a table that a variable names/],
  [`sql\`insert into traces (round_id) values (\${id})\`.execute(db)`, /:2 writes traces/],
  ["sqlite.exec('INSERT OR REPLACE INTO jobs VALUES (1)')", /:2 writes jobs/],
  ['sql`\n  update visitors set seen_at = 1`', /:3 writes visitors/],
  ['sql`update "visitors" as v set seen_at = 1`', /:2 writes visitors/],
  ['sql`with gone as (delete from chunks returning id) select id from gone`', /:2 writes chunks/],
  ['sql`truncate table agents`', /:2 writes agents/],
  [`sql\`delete from \${sql.table(name)}\``, /:2 writes a table that a variable names/],
  [`sql\`update \${table} set value = 1\``, /:2 writes a table that a variable names/],
  ["tx.insertInto('mistyped').values({})", /:2 writes mistyped, which belongs to src\/\?/],
];

for (const [code, fault] of refused)
  test(`refused outside of the owner: ${code.replaceAll(/\s+/g, ' ')}`, () => {
    const faults = findOwnerFaults('src/feedback/store.ts', `/* one\n*/ ${code}\n`);
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults[0] ?? '', fault);
  });

const allowed: [file: string, code: string][] = [
  ['src/rounds/round-store.ts', "await tx.deleteFrom('rounds').execute();"],
  ['src/knowledge/ingest/chunk-store.ts', "tx.insertInto('chunks').values(rows)"],
  ['src/feedback/store.ts', "db.selectFrom('rounds').selectAll()"],
  ['src/feedback/store.ts', 'sql`select id from rounds for update`'],
  ['src/feedback/store.ts', "// tx.deleteFrom('rounds') stood here once"],
  ['src/feedback/store.ts', "const message = 'Update the agent and set its name';"],
  ['src/feedback/store.ts', 'const route = { operationId: `updateTable` };'],
  ['src/usage/store.ts', 'sql`insert into ledger_entries values (1) on conflict do update set total = 1`'],
  ['src/encryption/encrypted-row-store.ts', `sql\`delete from \${table} where id = 1\``],
];

for (const [file, code] of allowed)
  test(`allowed in ${file}: ${code}`, () => {
    assert.deepEqual(findOwnerFaults(file, code), []);
  });

test('columns with JSON of rounds are decoded in src/rounds only', () => {
  const decoding = /JSON\.parse\(\s*[\w.!?]*\b(?:question|outputs|usage|steps|events|request)\b/;
  assert.match('JSON.parse(row.question) as Part[]', decoding);
  const decoders = sources.filter(({ text }) => decoding.test(text)).map(({ path }) => path);
  assert.deepEqual(
    decoders.filter((path) => !path.startsWith('src/rounds/')),
    [],
  );
  assert.equal(decoders.length, 6);
});
