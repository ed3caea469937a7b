import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail, ok } from '../finding.ts';
import { advice } from './check-invariants.ts';

interface Reference {
  child: string;
  parent: string;
  child_columns: string[];
  parent_columns: string[];
}

const listReferences = async ({ query }: Database): Promise<Reference[]> => {
  const columns = (relation: string, keys: string) =>
    sql<string[]>`(
      select array_agg(a.attname::text order by k.position)
      from unnest(${sql.ref(keys)}) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = ${sql.ref(relation)} and a.attnum = k.number)`;
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      ${columns('c.conrelid', 'c.conkey')} as child_columns, ${columns('c.confrelid', 'c.confkey')} as parent_columns
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    order by c.conname`.execute(query);
  return rows;
};

const countLoose = async ({ query }: Database, reference: Reference): Promise<number> => {
  const pairs = reference.child_columns.map((column, index) => ({
    child: sql.ref(`child.${column}`),
    parent: sql.ref(`parent.${reference.parent_columns[index]!}`),
  }));
  const present = sql.join(
    pairs.map(({ child }) => sql`${child} is not null`),
    sql` and `,
  );
  const equal = sql.join(
    pairs.map(({ child, parent }) => sql`${child} = ${parent}`),
    sql` and `,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(reference.child)} as child
    where ${present} and not exists (select 1 from ${sql.table(reference.parent)} as parent where ${equal})`.execute(
    query,
  );
  return Number(rows[0]!.count);
};

/** PostgreSQL checks a reference when it is written. A restore without triggers or a broken index can bypass that. */
export const checkPostgresReferences = async (db: Database): Promise<Finding[]> => {
  const references = await listReferences(db);
  const findings: Finding[] = [];
  for (const reference of references) {
    const count = await countLoose(db, reference);
    if (count > 0)
      findings.push(
        fail('References', `${count} ${reference.child} without their ${reference.parent}`, advice),
      );
  }
  return findings.length > 0 ? findings : [ok('References', 'all targets exist')];
};
