import { type Connector, listPendingUpdates, type UpdateRow } from '../channels/index.ts';
import type { Handle } from '../db/index.ts';

/** What is processed together: an update, or the updates of an album. */
export interface UpdateGroup {
  /** In order. The first is the one that was asked for. */
  updates: UpdateRow[];
  /** For the connector. */
  payload: unknown;
  /** More parts of the album may arrive until then. 0: nothing is missing. */
  completeAtMs: number;
}

/** An album is complete if no part has arrived for this time. Platforms send the parts within a fraction of it. */
const quietMs = 1000;
/** Parts that arrive later are answered on their own. */
const longestMs = 5000;
/** Messages of other people can be between the parts. */
const mostBetween = 50;

const payloadOf = ({ payload }: UpdateRow): unknown => JSON.parse(payload ?? '{}');

/** Finds the other parts of an album. They are stored, so a process that starts again finds them too. */
export const gatherAlbum = async (
  db: Handle,
  { album }: Connector,
  update: UpdateRow,
  nowMs: number,
): Promise<UpdateGroup> => {
  const payload = payloadOf(update);
  const key = album?.keyOf(payload);
  if (!album || key === undefined) return { updates: [update], payload, completeAtMs: 0 };
  const pending = await listPendingUpdates(db, {
    connectionId: update.connection_id,
    chatKey: update.chat_key,
    limit: album.mostParts + mostBetween,
  });
  const parts = pending.filter((one) => album.keyOf(payloadOf(one)) === key).slice(0, album.mostParts);
  // Erased meanwhile.
  if (!parts.some(({ update_key }) => update_key === update.update_key))
    return { updates: [update], payload: {}, completeAtMs: 0 };
  const times = parts.map(({ received_at }) => received_at);
  const completeAtMs = Math.min(Math.max(...times) + quietMs, Math.min(...times) + longestMs);
  // If the clock was set back, the times are of no use.
  const isComplete = parts.length >= album.mostParts || completeAtMs > nowMs + longestMs;
  return {
    updates: parts,
    payload: album.join(parts.map(payloadOf)),
    completeAtMs: isComplete ? 0 : completeAtMs,
  };
};
