import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail, ok } from '../finding.ts';
import { advice } from './check-invariants.ts';

/** SQLite stops at this number. The first few are enough. */
const most = 20;

/** Pages, indexes and constraints with the integrity check of SQLite, then all references. */
export const checkSqliteStructure = async ({ query }: Database): Promise<Finding[]> => {
  const { rows } = await sql<{ integrity_check: string }>`
    pragma integrity_check(${sql.lit(most)})`.execute(query);
  const problems = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const structure =
    problems.length === 0
      ? [ok('Structure', 'pages and indexes are intact')]
      : problems.map((line) => fail('Structure', line, advice));
  const { rows: orphans } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    query,
  );
  const pairs = Map.groupBy(orphans, ({ table, parent }) => `${table} without their ${parent}`);
  const references = [...pairs].map(([pair, found]) => fail('References', `${found.length} ${pair}`, advice));
  return [...structure, ...(references.length > 0 ? references : [ok('References', 'all targets exist')])];
};
