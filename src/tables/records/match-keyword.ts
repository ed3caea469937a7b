import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';

/** So many runs of three begin with two common characters at most, in any script; more are not worth joining. */
const mostRuns = 2000;
const highest = '\u{10FFFF}';

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** What SQLite's index of runs of three characters is asked for a keyword; undefined for one that is shorter. */
export const matchKeyword = (keyword: string): string | undefined =>
  [...keyword].length >= 3 ? quote(keyword) : undefined;

/**
 * The same for two characters, which are a word in Chinese. The index knows no pairs, but every value has a
 * separator behind it, so each pair in it begins some run of three: they are looked up in the index's own list
 * of runs. Undefined where there are too many.
 */
export const matchPair = async (db: Handle, keyword: string): Promise<string | undefined> => {
  if ([...keyword].length !== 2) return undefined;
  // Of the connection only: nothing is stored, and nothing has to be migrated.
  await sql`create virtual table if not exists temp.record_runs
    using fts5vocab('main', 'record_search', 'row')`.execute(db);
  const { rows } = await sql<{ term: string }>`select term from temp.record_runs
    where term >= ${keyword} and term <= ${keyword + highest} limit ${mostRuns + 1}`.execute(db);
  if (rows.length > mostRuns) return undefined;
  // One that does not exist, where no value has the pair.
  return rows.length === 0 ? quote(keyword + highest) : rows.map(({ term }) => quote(term)).join(' OR ');
};
