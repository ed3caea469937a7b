import type { Handle } from '../db/index.ts';
import { insertAttempt, lockDelivery, updateDelivery } from './store.ts';

const longestError = 300;

/**
 * A platform had accepted a message, and reports later that the user did not get it. The delivery then counts as failed, with
 * the report as its last attempt. False if the delivery has not ended yet: the report was faster than our own record.
 */
export const noteUndelivered = async (
  tx: Handle,
  { id, connectionId, error }: { id: string; connectionId: string; error: string },
  nowMs: number,
): Promise<boolean> => {
  const row = await lockDelivery(tx, id);
  // Another connection's delivery, or one that was deleted.
  if (row?.connection_id !== connectionId) return true;
  if (row.status !== 'delivered') return row.status === 'dead';
  const attempt = row.attempts + 1;
  const shown = error.slice(0, longestError);
  await insertAttempt(tx, {
    delivery_id: id,
    attempt,
    url: '',
    http_status: null,
    error: shown,
    response_excerpt: '',
    started_at: nowMs,
    duration_ms: 0,
  });
  await updateDelivery(tx, id, {
    status: 'dead',
    attempts: attempt,
    http_status: null,
    error: shown,
    ended_at: nowMs,
  });
  return true;
};
