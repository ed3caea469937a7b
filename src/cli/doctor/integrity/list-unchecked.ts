import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, note } from '../finding.ts';

const shown = 5;

/** Indexes that no check of ours or of PostgreSQL covers. */
export const listUnchecked = async ({ query }: Database): Promise<Finding[]> => {
  const { rows: indexes } = await sql<{ name: string; method: string }>`
    select c.relname as name, a.amname as method
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname <> 'btree' and c.relnamespace = current_schema()::regnamespace
    order by a.amname, c.relname`.execute(query);
  const { rows } = await sql<{ on: string }>`select current_setting('data_checksums') as on`.execute(query);
  const byMethod = Map.groupBy(indexes, ({ method }) => method);
  const findings = [...byMethod].map(([method, found]) => {
    const names = found.slice(0, shown).map(({ name }) => name);
    const more = found.length > shown ? ', …' : '';
    return note(
      'Not checked',
      `${found.length} ${method} index${found.length > 1 ? 'es' : ''} (${names.join(', ')}${more})`,
      'no tool compares these with their tables; REINDEX INDEX CONCURRENTLY rebuilds one',
    );
  });
  if (rows[0]?.on !== 'on')
    findings.push(
      note(
        'Not checked',
        'bytes inside rows: data checksums are off',
        'pg_checksums --enable switches them on while the server is stopped',
      ),
    );
  return [
    ...findings,
    note('Not checked', "the server's own catalogs", 'pg_amcheck of the server checks them'),
  ];
};
