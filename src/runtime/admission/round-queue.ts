import type { Database } from '../../db/index.ts';
import type { Round } from '../../rounds/index.ts';
import { findFirstOpenRound } from '../../rounds/index.ts';
import { RoundTakenError } from '../execution/settle-round.ts';

interface QueuedRound {
  sequence: number;
  start: () => void;
}

/** Resolves when the round may start. True if it had to wait for another round. */
export type WaitForStart = (signal: AbortSignal) => Promise<boolean>;

type Place = Pick<Round, 'conversationId' | 'sequence' | 'attempt'>;

const pollMs = 50;

/**
 * Runs one round at a time per conversation, in order of sequence. Within a process the next round starts directly. On
 * PostgreSQL an earlier round may run in another process; the database is polled then.
 *
 * A round is registered inside the transaction that assigns its sequence, because the time between commit and start
 * differs per response mode.
 */
export const createRoundQueue = (db: Database) => {
  const conversations = new Map<string, QueuedRound[]>();

  const startHead = (conversationId: string): void => conversations.get(conversationId)?.[0]?.start();

  const leave = (conversationId: string, sequence: number): void => {
    const queue = conversations.get(conversationId);
    if (!queue) return;
    const index = queue.findIndex((entry) => entry.sequence === sequence);
    if (index >= 0) queue.splice(index, 1);
    if (queue.length === 0) conversations.delete(conversationId);
    else if (index === 0) startHead(conversationId);
  };

  /** Whether it had to wait. Throws if the round has ended or was taken over meanwhile. */
  const waitForOtherProcesses = async (
    { conversationId, sequence, attempt }: Place,
    signal: AbortSignal,
  ): Promise<boolean> => {
    for (let hasWaited = false; ; hasWaited = true) {
      const first = await findFirstOpenRound(db.query, { conversationId, sequence });
      if (first?.sequence === sequence && first.attempt === attempt) return hasWaited;
      if (!first || first.sequence === sequence) throw new RoundTakenError(`${conversationId}/${sequence}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      signal.throwIfAborted();
    }
  };

  return {
    /** Returns a function that waits until the round may start. `leave` must be called in every case. */
    register: (place: Place): WaitForStart => {
      const { conversationId, sequence } = place;
      const queue = conversations.get(conversationId) ?? [];
      if (queue.length === 0) conversations.set(conversationId, queue);
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.push({ sequence, start: resolve });
      queue.sort((left, right) => left.sequence - right.sequence);
      const isFirst = queue[0]!.sequence === sequence;
      return async (signal) => {
        if (!isFirst) {
          const stop = () => resolve();
          signal.addEventListener('abort', stop, { once: true });
          await promise;
          signal.removeEventListener('abort', stop);
          signal.throwIfAborted();
        }
        // The first attempt of a conversation's first round has nothing to wait for.
        const mayHaveToWait = db.kind === 'postgres' && (sequence > 1 || place.attempt > 1);
        const hasWaited = mayHaveToWait && (await waitForOtherProcesses(place, signal));
        return !isFirst || hasWaited;
      };
    },
    leave,
  };
};

export type RoundQueue = ReturnType<typeof createRoundQueue>;
