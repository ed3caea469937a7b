import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail } from '../finding.ts';
import { advice } from './check-invariants.ts';

export interface Relation {
  oid: number;
  /** With its schema if that is not the service's own, such as pg_toast. */
  name: string;
  /** Set for an index. */
  table: string | null;
}

/** data_corrupted, index_corrupted, io_error, undefined_file: the server reports that its files are damaged. */
const damageCodes = ['XX001', 'XX002', '58030', '58P01'];

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

export const isDamage = (error: unknown): error is Error => damageCodes.includes(codeOf(error));

const reindex = (name: string): string =>
  `run REINDEX INDEX CONCURRENTLY ${name}, which does not change the table, then this command again: other lines may be a consequence. If REINDEX reports duplicates, copy the data and compare with the newest backup`;

export const damagedIndex = ({ name, table }: Relation, wrong: string): Finding =>
  fail('Structure', `index ${name} of table ${table} is broken (${wrong})`, reindex(name));

export const damagedTable = ({ name }: Relation, wrong: string): Finding =>
  fail('Structure', `table ${name} is damaged (${wrong})`, advice);

const relation = sql<Relation>`
  select c.oid::bigint as oid, c.oid::regclass::text as name, i.indrelid::regclass::text as table
  from pg_class c left join pg_index i on i.indexrelid = c.oid`;

/** The relation of a server error, which quotes the name of an index or the path of a file. */
const findRelation = async ({ query }: Database, { message }: Error): Promise<Relation | undefined> => {
  const [, fileNumber] = /\bbase\/\d+\/(\d+)/.exec(message) ?? [];
  const [, indexName] = /\bindex "([^"]+)"/.exec(message) ?? [];
  const isIt =
    fileNumber === undefined
      ? sql`c.relname = ${indexName ?? ''} and c.relnamespace = current_schema()::regnamespace`
      : sql`c.oid = pg_filenode_relation(0, ${sql.lit(Number(fileNumber))})`;
  const { rows } = await sql<Relation>`${relation} where ${isIt}`.execute(query);
  return rows[0];
};

/** Damage that the server reported during another query. */
export const describeDamage = async (db: Database, error: Error): Promise<Finding> => {
  const found = await findRelation(db, error).catch(() => undefined);
  if (!found) return fail('Structure', `the server found damage (${error.message})`, advice);
  return found.table === null ? damagedTable(found, error.message) : damagedIndex(found, error.message);
};
