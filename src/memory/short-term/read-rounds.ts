import type { Database } from '../../db/index.ts';
import type { KnownRounds, WindowCache, WindowKey } from './window-cache.ts';
import { isRemembered, newestRounds } from './window-store.ts';

/** Covers the whole window of nearly every conversation. Only very short rounds need a second query. */
const firstPage = 24;
/** More rounds do not improve the context, even if they fit. */
export const mostRounds = 256;

interface ReadRounds extends KnownRounds {
  /** One of them is still running, so its result is not known. */
  hasOpen: boolean;
}

/** Two ranges of a conversation. If there is a gap between them, only the newer one. */
const joined = (newer: ReadRounds, older: ReadRounds): ReadRounds =>
  newer.fromSequence === older.throughSequence + 1
    ? {
        rows: [...newer.rows, ...older.rows],
        fromSequence: older.fromSequence,
        throughSequence: newer.throughSequence,
        hasOpen: newer.hasOpen || older.hasOpen,
      }
    : newer;

/** Reads rounds, from the cache if possible. */
export const createReadRounds = ({ db, cache }: { db: Database; cache: WindowCache }) => {
  /** All rounds between the two sequences, or the newest of them if there are more than the limit. */
  const read = async (
    { conversationId, maxCharacters }: WindowKey,
    place: { afterSequence: number; beforeSequence: number; limit: number },
  ): Promise<ReadRounds> => {
    const stored = await newestRounds(db.query, { conversationId, maxCharacters, ...place });
    return {
      rows: stored.filter(isRemembered),
      fromSequence: stored.length < place.limit ? place.afterSequence + 1 : stored.at(-1)!.sequence,
      throughSequence: place.beforeSequence - 1,
      hasOpen: stored.some(({ status }) => status === 'running'),
    };
  };

  return {
    newest: async (key: WindowKey, beforeSequence: number): Promise<ReadRounds> => {
      const kept = cache.get(key);
      const known = kept && kept.throughSequence < beforeSequence ? { ...kept, hasOpen: false } : undefined;
      if (known?.throughSequence === beforeSequence - 1) return known;
      const afterSequence = known?.throughSequence ?? 0;
      const fresh = await read(key, { afterSequence, beforeSequence, limit: firstPage });
      return known ? joined(fresh, known) : fresh;
    },
    withOlder: async (key: WindowKey, rounds: ReadRounds): Promise<ReadRounds> =>
      joined(
        rounds,
        await read(key, {
          afterSequence: 0,
          beforeSequence: rounds.fromSequence,
          limit: mostRounds - firstPage,
        }),
      ),
    /** Caches this number of the newest rounds, or nothing if one of them may still change. */
    keep: (key: WindowKey, rounds: ReadRounds, count: number): void => {
      if (rounds.hasOpen) {
        cache.forget(key.conversationId);
        return;
      }
      const { throughSequence } = rounds;
      const rows = rounds.rows.slice(0, count);
      const isWhole = rows.length === rounds.rows.length;
      const fromSequence = isWhole ? rounds.fromSequence : rows.at(-1)!.sequence;
      cache.keep(key, { rows, fromSequence, throughSequence });
    },
  };
};
