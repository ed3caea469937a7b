import type { Database } from '../../db/index.ts';
import { countAndStore, countEntries, findStoredTotal, type ValuePlace } from './value-totals.ts';

/** Up to this number, entries are counted in the index per query. Above it the total is counted once and stored. */
const countedEntries = 1000;

/** Exact number of records with the value, in about the same time for few and for very many. */
export const countValue = async (db: Database, place: ValuePlace): Promise<number> => {
  const kept = await findStoredTotal(db.query, place);
  if (kept !== undefined) return kept;
  const some = await countEntries(db.query, place, countedEntries + 1);
  return some <= countedEntries ? some : db.transaction((tx) => countAndStore(tx, place));
};
