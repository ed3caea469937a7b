import { sql } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Finding, fail, ok } from '../finding.ts';
import { advice } from './check-invariants.ts';

/** SQLite stops at this number. The first few are enough. */
const most = 20;

/** Pages, indexes and constraints by SQLite's own check, then every reference. */
export const checkSqliteStructure = async ({ query }: Database): Promise<Finding[]> => {
  const { rows } = await sql<{ integrity_check: string }>`
    pragma integrity_check(${sql.lit(most)})`.execute(query);
  const said = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const structure =
    said.length === 0
      ? [ok('Structure', 'pages and indexes are intact')]
      : said.map((line) => fail('Structure', line, advice));
  const { rows: loose } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    query,
  );
  const pairs = Map.groupBy(loose, ({ table, parent }) => `${table} without their ${parent}`);
  const references = [...pairs].map(([pair, found]) => fail('References', `${found.length} ${pair}`, advice));
  return [...structure, ...(references.length > 0 ? references : [ok('References', 'all targets exist')])];
};
