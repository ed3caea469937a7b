import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { advice } from './check-invariants.ts';
import { codeOf, damagedIndex, damagedTable, isDamage, type Relation } from './postgres-damage.ts';

const permissionDenied = '42501';
/** Some damage makes the server fail without a specific code. */
const internalError = 'XX000';

/** Our tables, and the tables in which PostgreSQL stores their long values. */
const isOurs = (table: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`(${column('relnamespace')} = current_schema()::regnamespace or ${column('oid')} in (
    select reltoastrelid from pg_class where relnamespace = current_schema()::regnamespace))`;
};

const listIndexes = async ({ query }: Database): Promise<Relation[]> => {
  const { rows } = await sql<Relation>`
    select c.oid::bigint as oid, c.oid::regclass::text as name, t.oid::regclass::text as table
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and i.indisvalid and ${isOurs('t')}
    order by c.relname`.execute(query);
  return rows;
};

const listTables = async ({ query }: Database): Promise<Relation[]> => {
  const { rows } = await sql<Relation>`
    select c.oid::bigint as oid, c.oid::regclass::text as name, null as table from pg_class c
    where c.relkind in ('r', 't') and ${isOurs('c')} order by c.relname`.execute(query);
  return rows;
};

/** Undefined if it is intact. Takes no lock that affects a running service. */
const checkIndex = async ({ query }: Database, schema: string, oid: number): Promise<string | undefined> => {
  await sql`select ${sql.id(schema)}.bt_index_check(${sql.lit(oid)}::oid::regclass, true)`.execute(query);
  return undefined;
};

const checkTable = async ({ query }: Database, schema: string, oid: number): Promise<string | undefined> => {
  const { rows } = await sql<{ msg: string }>`
    select msg from ${sql.id(schema)}.verify_heapam(${sql.lit(oid)}::oid::regclass, on_error_stop => true)
    limit 1`.execute(query);
  return rows[0]?.msg;
};

const cannot = (what: string, reason: string): Finding =>
  warn(
    'Structure',
    `${what} were not checked (${reason})`,
    'as a superuser: create extension amcheck; grant execute on all functions in its schema, or run this command as superuser',
  );

interface Kind {
  /** In the plural. */
  name: string;
  list(db: Database): Promise<Relation[]>;
  check(db: Database, schema: string, oid: number): Promise<string | undefined>;
  describe(relation: Relation, wrong: string): Finding;
}

const kinds: readonly Kind[] = [
  { name: 'tables', list: listTables, check: checkTable, describe: damagedTable },
  { name: 'btree indexes', list: listIndexes, check: checkIndex, describe: damagedIndex },
];

/** Checks each table, and each index against its table, with amcheck of the server. */
const checkKind = async (
  db: Database,
  schema: string,
  { name, list, check, describe }: Kind,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const relations = await list(db);
  for (const relation of relations)
    try {
      const wrong = await check(db, schema, relation.oid);
      if (wrong !== undefined) findings.push(describe(relation, wrong));
    } catch (error) {
      if (codeOf(error) === permissionDenied) return [...findings, cannot(name, (error as Error).message)];
      if (!isDamage(error) && codeOf(error) !== internalError) throw error;
      findings.push(describe(relation, (error as Error).message));
    }
  return findings.length > 0 ? findings : [ok('Structure', `${relations.length} ${name} are intact`)];
};

/** Needs no extension: damage that the server itself has already noticed. */
const readServersOwn = async ({ query }: Database): Promise<Finding[]> => {
  const { rows: invalid } = await sql<{ name: string; table: string }>`
    select c.relname as name, i.indrelid::regclass::text as table
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(query);
  const { rows } = await sql<{ failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(
    query,
  );
  const failures = rows[0]?.failures ?? 0;
  return [
    ...invalid.map(({ name, table }) =>
      fail(
        'Structure',
        `index ${name} of table ${table} is not valid: its creation did not finish, and it is not used`,
        `run REINDEX INDEX CONCURRENTLY ${name}`,
      ),
    ),
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
  const findings = await readServersOwn(db);
  if (!amcheck)
    return [...findings, cannot('tables and btree indexes', 'the extension amcheck is not installed')];
  for (const kind of kinds) findings.push(...(await checkKind(db, amcheck.schema, kind)));
  return findings;
};
