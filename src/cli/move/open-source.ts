import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../../migrations/index.ts';
import { sqliteFileName } from '../../db/index.ts';
import { lockFolder } from '../../db/sqlite/folder-lock.ts';
import type { Stored } from './column-values.ts';

const refuseOtherVersion = (applied: readonly string[]): void => {
  const known = Object.keys(migrations);
  if (applied.some((name) => !known.includes(name)))
    throw new Error('The data folder is newer than this program: use the version that wrote it');
  if (known.some((name) => !applied.includes(name)))
    throw new Error('The data folder is older than this program: run "frontdesk migrate" first');
};

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Locks the data folder of a stopped service and opens it read-only. */
export const openSource = (dataDir: string) => {
  const path = join(dataDir, sqliteFileName);
  if (!existsSync(path)) throw new Error(`There is no database in ${dataDir}`);
  const lock = lockFolder(dataDir);
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    const list = <Row>(sql: string, ...values: string[]): Row[] =>
      file!.prepare(sql).all(...values) as unknown as Row[];
    refuseOtherVersion(list<{ name: string }>('select name from schema_migrations').map(({ name }) => name));
    return {
      columnsOf: (table: string): string[] =>
        list<{ name: string }>('select name from pragma_table_info(?)', table).map(({ name }) => name),
      /** Rows as lists of values, in the order of the columns. */
      rows: (table: string, columns: readonly string[]): Iterable<Stored[]> => {
        const statement = file!.prepare(`select ${columns.map(quote).join(', ')} from ${quote(table)}`);
        statement.setReturnArrays(true);
        return statement.iterate() as unknown as Iterable<Stored[]>;
      },
      /** The last number that was assigned to a row of a table with numbered rows. */
      lastNumberOf: (table: string): number =>
        list<{ seq: number }>('select seq from sqlite_sequence where name = ?', table)[0]?.seq ?? 0,
      close: (): void => {
        file?.close();
        lock.release();
      },
    };
  } catch (error) {
    file?.close();
    lock.release();
    throw error;
  }
};

export type Source = ReturnType<typeof openSource>;
