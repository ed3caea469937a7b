import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from '../../src/db/index.ts';
import { forEachDatabase } from '../support/databases/databases.ts';

const root = join(import.meta.dirname, '../..');

/** Tables that only one of the databases has. */
const onlyIn: Readonly<Record<string, DatabaseKind>> = {
  rate_buckets: 'postgres',
  posting_pages: 'postgres',
  posting_runs: 'postgres',
  posting_segments: 'postgres',
  conversation_counts: 'sqlite',
  user_conversation_counts: 'sqlite',
};

/**
 * Not in the types: the storage of agents' tables, whose statements are generated from field numbers, the tables of
 * the full-text index, and the tables of the migrator.
 */
const untyped =
  /^(?:record_texts|record_values|record_import_rows|absent_values|unique_values|value_totals|record_search(?:_\w+)?|round_search(?:_\w+)?|schema_migration\w*)$/;

/** The columns of each table in the interfaces of src/db/schema. */
const readTypes = (): Map<string, string[]> => {
  const tables = new Map<string, string[]>();
  for (const path of globSync('src/db/schema/*.ts', { cwd: root })) {
    const source = readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
    for (const [, body] of source.matchAll(/^export interface \w+Tables \{\n([\s\S]*?)^\}/gm))
      for (const [, table, columns] of body!.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\};/gm))
        tables.set(
          table!,
          [...columns!.matchAll(/^ {4}(\w+)\??:/gm)].map(([, column]) => column!),
        );
  }
  return tables;
};

forEachDatabase('src/db/schema has the tables and columns that the migrations create', async (db) => {
  const typed = readTypes();
  const made = new Map(
    (await db.query.introspection.getTables())
      .filter(({ name }) => !untyped.test(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  );
  const here = [...typed.keys()].filter((name) => (onlyIn[name] ?? db.kind) === db.kind);
  assert.deepEqual([...made.keys()].toSorted(), here.toSorted());
  for (const name of here) assert.deepEqual(made.get(name)!.toSorted(), typed.get(name)!.toSorted(), name);
});
