import type { ChatDelivery, UndeliveredReport } from '../channels/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { type DeliveryRow, toDelivery } from './delivery.ts';
import type { EnqueueJob } from './replay.ts';
import { insertAttempt, listAttempts, lockDelivery, updateDelivery } from './store.ts';

const longestError = 300;

interface NoteDependencies {
  clock: Clock;
  chats: Pick<ChatDelivery, 'readdress'> | undefined;
  enqueueJob: EnqueueJob;
}

/**
 * A platform had accepted a message, and reports later that the user did not get it. The delivery then counts as failed, with
 * the report as its last attempt, or is sent again in another form. False if the delivery has not ended yet: the report was
 * faster than our own record.
 */
export const createNoteUndelivered = ({ clock, chats, enqueueJob }: NoteDependencies) => {
  const canSendAgain = async (
    tx: Handle,
    { id, chat_id: chatId }: DeliveryRow,
    { error, readdress }: Pick<UndeliveredReport, 'error' | 'readdress'>,
  ): Promise<boolean> => {
    if (!readdress || !chats || chatId === null) return false;
    const earlier = await listAttempts(tx, id);
    // The other form had no success either.
    if (earlier.some((attempt) => attempt.error === error)) return false;
    return chats.readdress(tx, chatId, readdress);
  };

  return async (
    tx: Handle,
    {
      id,
      connectionId,
      error: given,
      readdress,
    }: Pick<UndeliveredReport, 'error' | 'readdress'> & {
      id: string;
      connectionId: string;
    },
  ): Promise<boolean> => {
    const row = await lockDelivery(tx, id);
    // Another connection's delivery, or one that was deleted.
    if (row?.connection_id !== connectionId) return true;
    if (row.status !== 'delivered') return row.status === 'dead';
    const nowMs = clock.nowMs();
    const error = given.slice(0, longestError);
    const isSentAgain = await canSendAgain(tx, row, { error, ...(readdress ? { readdress } : {}) });
    const attempt = row.attempts + 1;
    await insertAttempt(tx, {
      delivery_id: id,
      attempt,
      url: '',
      http_status: null,
      error,
      response_excerpt: '',
      started_at: nowMs,
      duration_ms: 0,
    });
    await updateDelivery(tx, id, {
      attempts: attempt,
      http_status: null,
      error,
      ...(isSentAgain
        ? { status: 'pending', next_attempt_at: nowMs, ended_at: null, schedule_step: 0, hastened_step: 0 }
        : { status: 'dead', ended_at: nowMs }),
    });
    if (isSentAgain) await enqueueJob(tx, toDelivery(row));
    return true;
  };
};
