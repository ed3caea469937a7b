import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { advice } from './check-invariants.ts';
import { checkPostgresReferences } from './check-postgres-references.ts';

const permissionDenied = '42501';

const cannot = (reason: string): Finding =>
  warn(
    'Structure',
    `indexes and tables were not compared (${reason})`,
    'as a superuser: create extension amcheck; grant execute on all functions in its schema, or run this as one',
  );

interface Relation {
  oid: number;
  name: string;
}

const listIndexes = async ({ query }: Database): Promise<Relation[]> => {
  const { rows } = await sql<Relation>`
    select c.oid::bigint as oid, c.relname as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relnamespace = current_schema()::regnamespace and i.indisvalid
    order by c.relname`.execute(query);
  return rows;
};

const listTables = async ({ query }: Database): Promise<Relation[]> => {
  const { rows } = await sql<Relation>`
    select oid::bigint as oid, relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(query);
  return rows;
};

/** Undefined when it is whole. Takes no lock that a running service would notice. */
const checkIndex = async ({ query }: Database, schema: string, oid: number): Promise<string | undefined> => {
  try {
    await sql`select ${sql.id(schema)}.bt_index_check(${sql.lit(oid)}::oid::regclass, true)`.execute(query);
    return undefined;
  } catch (error) {
    if ((error as { code?: string }).code === permissionDenied) throw error;
    return (error as Error).message;
  }
};

const checkTable = async ({ query }: Database, schema: string, oid: number): Promise<string | undefined> => {
  const { rows } = await sql<{ msg: string }>`
    select msg from ${sql.id(schema)}.verify_heapam(${sql.lit(oid)}::oid::regclass, on_error_stop => true)
    limit 1`.execute(query);
  return rows[0]?.msg;
};

/** Each index against its table, and each table by itself, with the server's own amcheck. */
const compare = async (db: Database, schema: string): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const [indexes, tables] = [await listIndexes(db), await listTables(db)];
  const note = (name: string, wrong: string | undefined): void => {
    if (wrong !== undefined) findings.push(fail('Structure', `${name}: ${wrong}`, advice));
  };
  try {
    for (const { oid, name } of tables) note(name, await checkTable(db, schema, oid));
    for (const { oid, name } of indexes) note(name, await checkIndex(db, schema, oid));
  } catch (error) {
    if ((error as { code?: string }).code !== permissionDenied) throw error;
    return [...findings, cannot((error as Error).message)];
  }
  return findings.length > 0
    ? findings
    : [ok('Structure', `${tables.length} tables and ${indexes.length} indexes are whole`)];
};

/** Costs nothing and needs no extension: what the server itself has noticed already. */
const readServersOwn = async ({ query }: Database): Promise<Finding[]> => {
  const { rows: invalid } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(query);
  const { rows } = await sql<{ failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(
    query,
  );
  const failures = rows[0]?.failures ?? 0;
  return [
    ...invalid.map(({ name }) => fail('Structure', `index ${name} is not valid`, `reindex index ${name}`)),
    ...(failures > 0
      ? [fail('Structure', `the server found ${failures} pages with a wrong checksum`, advice)]
      : []),
  ];
};

export const checkPostgresStructure = async (db: Database): Promise<Finding[]> => {
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'amcheck'`.execute(db.query);
  const amcheck = rows[0];
  return [
    ...(await readServersOwn(db)),
    ...(amcheck ? await compare(db, amcheck.schema) : [cannot('the extension amcheck is not there')]),
    ...(await checkPostgresReferences(db)),
  ];
};
