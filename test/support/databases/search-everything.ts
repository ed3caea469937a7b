import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../src/db/index.ts';

export const tableNames = async ({ kind, query }: Database): Promise<string[]> => {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(query)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(query);
  return rows.map(({ name }) => name);
};

export const rowsIn = async (db: Database, table: string): Promise<Record<string, unknown>[]> => {
  // Ids in the table of the full-text index of SQLite are larger than numbers of JavaScript can be.
  const columns = table === 'round_search_data' ? sql`block` : sql`*`;
  return (await sql<Record<string, unknown>>`select ${columns} from ${sql.table(table)}`.execute(db.query))
    .rows;
};

const holds = (value: unknown, text: string): boolean => {
  if (value === null || value === undefined) return false;
  if (value instanceof Uint8Array) return Buffer.from(value).includes(text);
  return (typeof value === 'string' ? value : JSON.stringify(value)).includes(text);
};

/** All tables and columns that contain the text. */
export const tablesHolding = async (db: Database, text: string): Promise<string[]> => {
  const found = new Set<string>();
  for (const table of await tableNames(db)) {
    for (const row of await rowsIn(db, table))
      for (const [column, value] of Object.entries(row))
        if (holds(value, text)) found.add(`${table}.${column}`);
  }
  return [...found].sort();
};

/** Files below the folder whose name or content contains the text, except the database itself. */
export const filesHolding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('frontdesk.sqlite') && statSync(join(folder, path)).isFile())
    .filter((path) => path.includes(text) || readFileSync(join(folder, path)).includes(text));
