import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';

/** Even two common characters begin fewer trigrams than this, in any script. More are too slow to join. */
const mostRuns = 2000;
const highest = '\u{10FFFF}';

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Query of SQLite's trigram index for a keyword. Undefined for fewer than three characters. */
export const matchKeyword = (keyword: string): string | undefined =>
  [...keyword].length >= 3 ? quote(keyword) : undefined;

/**
 * The same for two characters, which are a word in Chinese. The index has no pairs, but every value is followed
 * by a separator, so each pair in it begins a trigram. Those are read from the vocabulary of the index.
 * Undefined if there are too many.
 */
export const matchPair = async (db: Handle, keyword: string): Promise<string | undefined> => {
  if ([...keyword].length !== 2) return undefined;
  // Temporary, per connection: nothing is stored or has to be migrated.
  await sql`create virtual table if not exists temp.record_runs
    using fts5vocab('main', 'record_search', 'row')`.execute(db);
  const { rows } = await sql<{ term: string }>`select term from temp.record_runs
    where term >= ${keyword} and term <= ${keyword + highest} limit ${mostRuns + 1}`.execute(db);
  if (rows.length > mostRuns) return undefined;
  // If no value has the pair: a trigram that does not exist.
  return rows.length === 0 ? quote(keyword + highest) : rows.map(({ term }) => quote(term)).join(' OR ');
};
