import type { Database } from '../../db/index.ts';
import { countAndKeep, countEntries, findKeptTotal, type ValuePlace } from './value-totals.ts';

/** So many entries are counted along the index at each question; more are counted once and then kept. */
const countedEntries = 1000;

/** How many records have the value: exact, and in about the same time for few and for very many. */
export const countValue = async (db: Database, place: ValuePlace): Promise<number> => {
  const kept = await findKeptTotal(db.query, place);
  if (kept !== undefined) return kept;
  const some = await countEntries(db.query, place, countedEntries + 1);
  return some <= countedEntries ? some : db.transaction((tx) => countAndKeep(tx, place));
};
