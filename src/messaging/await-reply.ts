import { setTimeout as delay } from 'node:timers/promises';
import { type AwaitedReply, findUpdateOutcome, type KnownReply } from '../channels/index.ts';
import type { Database } from '../db/index.ts';
import { decodeOutputs, findRound } from '../rounds/index.ts';
import { joinOutputs } from '../runtime/index.ts';

/** The round may run in another process, so the database is asked. */
const pollMs = 250;
/** Each waiter is a request that stays open. Others get what is known now. */
const mostWaiting = 200;

/** Waits for the reply to an update, for platforms that want it in the response of their request. */
export const createAwaitReply = ({ db }: { db: Database }) => {
  const stop = new AbortController();
  let waiting = 0;

  const find = async (connectionId: string, key: string): Promise<KnownReply | undefined> => {
    const update = await findUpdateOutcome(db.query, { connectionId, key });
    if (!update) return undefined;
    if (!update.isProcessed) return { status: 'processing' };
    if (update.outcome === null) return { status: 'ignored' };
    if ('text' in update.outcome)
      return { status: 'answered', text: update.outcome.text, conversationId: null };
    const round = await findRound(db.query, update.outcome.messageId);
    // It was erased.
    if (!round) return undefined;
    const conversationId = round.conversation_id;
    if (round.ended_at === null) return { status: 'processing' };
    if (round.human_session_id !== null) return { status: 'handoff', conversationId };
    if (round.error_code !== null) return { status: 'failed', conversationId };
    return { status: 'answered', text: joinOutputs(decodeOutputs(round.outputs)), conversationId };
  };

  return {
    /** Undefined if there is no such update, or its conversation was erased. */
    wait: async (
      connectionId: string,
      { key, waitMs }: AwaitedReply,
      signal: AbortSignal,
    ): Promise<KnownReply | undefined> => {
      const known = await find(connectionId, key);
      if (known?.status !== 'processing' || waitMs <= 0 || waiting >= mostWaiting) return known;
      const ended = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(waitMs)]);
      waiting += 1;
      try {
        for (;;) {
          await delay(pollMs, undefined, { signal: ended }).catch(() => {});
          const now = await find(connectionId, key);
          if (now?.status !== 'processing' || ended.aborted) return now;
        }
      } finally {
        waiting -= 1;
      }
    },
    close: (): void => stop.abort(),
  };
};
