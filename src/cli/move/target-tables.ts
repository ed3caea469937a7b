import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import type { Column } from './column-values.ts';

export interface TargetTable {
  name: string;
  columns: Column[];
  /** The column with numbers that the database assigns, if any. */
  counted: string | undefined;
}

/** Filled by the migrations themselves. */
const ownTables = ['schema_migrations', 'schema_migration_lock', 'schema_migration_rules'];

export const listTableNames = async (db: Handle): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

const listReferences = async (db: Handle): Promise<{ from: string; to: string }[]> => {
  const { rows } = await sql<{ from: string; to: string }>`
    select a.relname as "from", b.relname as "to" from pg_constraint
    join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
    where contype = 'f' and a.relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
};

/** Each table after the tables that it references. */
const inOrder = (names: readonly string[], references: readonly { from: string; to: string }[]): string[] => {
  const ordered: string[] = [];
  const place = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) place(to);
    ordered.push(name);
  };
  for (const name of names) place(name);
  return ordered;
};

/** Tables with data of the service, in an order that satisfies foreign keys. */
export const listTargetTables = async (db: Handle): Promise<TargetTable[]> => {
  const names = (await listTableNames(db)).filter((name) => !ownTables.includes(name));
  const { rows } = await sql<{ table: string; name: string; type: string; counted: boolean }>`
    select table_name as "table", column_name as name, udt_name as type, is_identity = 'YES' as counted
    from information_schema.columns where table_schema = current_schema() order by ordinal_position`.execute(
    db,
  );
  return inOrder(names, await listReferences(db)).map((name) => {
    const columns = rows.filter(({ table }) => table === name);
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
      counted: columns.find(({ counted }) => counted)?.name,
    };
  });
};

/** The first table that has a row. */
export const findFilled = async (db: Handle, tables: readonly TargetTable[]): Promise<string | undefined> => {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return undefined;
};
