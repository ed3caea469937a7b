import type { Handle } from '../../db/index.ts';
import type { SearchedRound } from '../../rounds/index.ts';
import {
  type Bucket,
  deleteEntries,
  findOpenBucket,
  findPositions,
  holdRounds,
  insertBucket,
  insertEntries,
  type NewEntry,
  replaceTerms,
  updateBucket,
} from './index-store.ts';
import { bucketSize, type RoundTerms } from './terms.ts';

export interface AnalysedRound {
  round: SearchedRound;
  terms: RoundTerms;
}

/** Gives new rounds the next places in the buckets of their agents. */
const createPlaces = (tx: Handle, direction: Bucket['direction']) => {
  const open = new Map<string, Bucket>();
  const changed = new Set<Bucket>();
  return {
    next: async ({ agentId, workspaceId, createdAtMs }: SearchedRound): Promise<number> => {
      const found = open.get(agentId) ?? (await findOpenBucket(tx, agentId, direction));
      const bucket =
        found ??
        (await insertBucket(tx, {
          workspace_id: workspaceId,
          agent_id: agentId,
          direction,
          oldest_at: createdAtMs,
          newest_at: createdAtMs,
        }));
      const offset = bucket.next_offset;
      bucket.next_offset = offset + direction;
      bucket.oldest_at = Math.min(bucket.oldest_at, createdAtMs);
      bucket.newest_at = Math.max(bucket.newest_at, createdAtMs);
      changed.add(bucket);
      if (bucket.next_offset >= 0 && bucket.next_offset < bucketSize) open.set(agentId, bucket);
      else {
        // Before another one is looked for, which must not find this one.
        await updateBucket(tx, bucket);
        changed.delete(bucket);
        open.delete(agentId);
      }
      return bucket.number * bucketSize + offset;
    },
    save: async (): Promise<void> => {
      for (const bucket of changed) await updateBucket(tx, bucket);
    },
  };
};

/**
 * Stores the terms of rounds. Replaced rounds and those of deleted agents leave the index. Returns the ids of rounds
 * that must be read again, because another transaction is just deleting them.
 * @param direction 1 for new rounds in order, -1 for older ones, newest first
 */
export const storeRounds = async (
  tx: Handle,
  rounds: readonly AnalysedRound[],
  direction: Bucket['direction'],
): Promise<Set<string>> => {
  const ids = rounds.map(({ round }) => round.id);
  const held = await holdRounds(tx, ids);
  const positions = await findPositions(tx, ids);
  const places = createPlaces(tx, direction);
  const gone: number[] = [];
  const added: NewEntry[] = [];
  for (const { round, terms } of rounds) {
    const position = positions.get(round.id);
    if (!held.has(round.id)) continue;
    if (!round.isCurrent) {
      if (position !== undefined) gone.push(position);
    } else if (position !== undefined) await replaceTerms(tx, position, terms);
    else {
      const { id: roundId, conversationId, createdAtMs } = round;
      added.push({ position: await places.next(round), roundId, conversationId, createdAtMs, terms });
    }
  }
  await places.save();
  await deleteEntries(tx, gone);
  // In ascending order, because SQLite writes its index to disk whenever a lower number follows.
  await insertEntries(
    tx,
    added.toSorted((a, b) => a.position - b.position),
  );
  return new Set(ids.filter((id) => !held.has(id)));
};
