import type { Database } from '../db/index.ts';
import type { Round } from '../rounds/index.ts';
import { findFirstOpenRound } from '../rounds/index.ts';
import { RoundTakenError } from './settle-round.ts';

interface Turn {
  sequence: number;
  start: () => void;
}

type Place = Pick<Round, 'conversationId' | 'sequence' | 'attempt'>;

const pollMs = 50;

/**
 * One round at a time per conversation, in the order of their sequences. Inside this process a turn is
 * passed on directly. On PostgreSQL the rounds before ours may run elsewhere; the database is asked then.
 *
 * A turn is taken (`register`) inside the transaction that hands out the sequence, because what happens
 * between commit and start takes a different time for each mode.
 */
export const createTurnQueue = (db: Database) => {
  const conversations = new Map<string, Turn[]>();

  const startHead = (conversationId: string): void => conversations.get(conversationId)?.[0]?.start();

  const leave = (conversationId: string, sequence: number): void => {
    const turns = conversations.get(conversationId);
    if (!turns) return;
    const index = turns.findIndex((turn) => turn.sequence === sequence);
    if (index >= 0) turns.splice(index, 1);
    if (turns.length === 0) conversations.delete(conversationId);
    else if (index === 0) startHead(conversationId);
  };

  /** Throws if the round itself has ended meanwhile or was taken over: it must not start. */
  const waitForOthers = async (
    { conversationId, sequence, attempt }: Place,
    signal: AbortSignal,
  ): Promise<void> => {
    while (true) {
      const first = await findFirstOpenRound(db.query, { conversationId, sequence });
      if (first?.sequence === sequence && first.attempt === attempt) return;
      if (!first || first.sequence === sequence) throw new RoundTakenError(`${conversationId}/${sequence}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      signal.throwIfAborted();
    }
  };

  return {
    /** Returns how to wait for the turn; `leave` must follow in every case. */
    register: (place: Place): ((signal: AbortSignal) => Promise<void>) => {
      const { conversationId, sequence } = place;
      const turns = conversations.get(conversationId) ?? [];
      if (turns.length === 0) conversations.set(conversationId, turns);
      const { promise, resolve } = Promise.withResolvers<void>();
      turns.push({ sequence, start: resolve });
      turns.sort((left, right) => left.sequence - right.sequence);
      const isFirst = turns[0]!.sequence === sequence;
      return async (signal) => {
        if (!isFirst) {
          const stop = () => resolve();
          signal.addEventListener('abort', stop, { once: true });
          await promise;
          signal.removeEventListener('abort', stop);
          signal.throwIfAborted();
        }
        if (db.kind === 'postgres') await waitForOthers(place, signal);
      };
    },
    leave,
  };
};

export type TurnQueue = ReturnType<typeof createTurnQueue>;
