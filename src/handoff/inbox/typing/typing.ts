import type { Database } from '../../../db/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { createRateLimiter } from '../../../lib/rate-limiter.ts';
import {
  deleteTypingSignals,
  listTypingSignals,
  storeTypingSignal,
  type TypingSignal,
} from './typing-store.ts';

type Listener = (signal: TypingSignal) => void;

/** A page sends one every 3 seconds. A person may have several pages. */
const perMinute = 60;
/** More frequent signals of one person say nothing new. */
const shortestMs = 1000;
/** How often signals of other processes are read. */
const pollMs = 1000;
/** Pages stop showing a signal after this time. Clocks of processes may differ a little. */
const validMs = 6000;
const forgetMs = 60_000;

const keyOf = ({ sessionId, operatorId }: TypingSignal): string => `${sessionId} ${operatorId ?? ''}`;

/**
 * Reports who is typing. Signals are not kept: no text, no history, no effect on the session. Other processes read them from a
 * table that contains one row per person and session, and that loses rows after a minute. SQLite has only this process.
 */
export const createTyping = ({
  db,
  clock,
  onError,
}: {
  db: Database;
  clock: Clock;
  onError: (error: unknown) => void;
}) => {
  const listeners = new Map<string, Set<Listener>>();
  const limiter = createRateLimiter(clock);
  /** Time of the newest reported signal of each person in a session. */
  const reported = new Map<string, number>();
  let poll: NodeJS.Timeout | undefined;
  let cleanedAtMs = 0;

  const report = (signal: TypingSignal, atMs: number): void => {
    reported.set(keyOf(signal), atMs);
    for (const id of [signal.workspaceId, signal.conversationId])
      for (const listener of listeners.get(id) ?? []) listener(signal);
  };

  const clean = async (nowMs: number): Promise<void> => {
    if (nowMs - cleanedAtMs < forgetMs) return;
    cleanedAtMs = nowMs;
    for (const [key, atMs] of reported) if (atMs < nowMs - forgetMs) reported.delete(key);
    if (db.kind === 'postgres') await deleteTypingSignals(db.query, nowMs - forgetMs);
  };

  const readOthers = async (): Promise<void> => {
    await clean(clock.nowMs());
    const found = await listTypingSignals(db.query, clock.nowMs() - validMs);
    for (const { signal, atMs } of found) if ((reported.get(keyOf(signal)) ?? 0) < atMs) report(signal, atMs);
  };

  let isReading = false;
  const look = async (): Promise<void> => {
    // A slow database is not queried again before it has answered.
    if (isReading) return;
    isReading = true;
    await readOthers().catch(onError);
    isReading = false;
  };

  return {
    /** Somebody types. Rejected if they do so far more often than a page reports it. */
    signal: async (signal: TypingSignal): Promise<void> => {
      const waitMs = await limiter.take(signal.operatorId ?? signal.conversationId, perMinute);
      if (waitMs > 0)
        throw new AppError('rateLimited', `Too many typing signals: at most ${perMinute} a minute`, {
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        });
      const nowMs = clock.nowMs();
      await clean(nowMs);
      if (nowMs - (reported.get(keyOf(signal)) ?? 0) < shortestMs) return;
      report(signal, nowMs);
      if (db.kind === 'postgres') await storeTypingSignal(db.query, signal, nowMs);
    },
    /**
     * Calls `listener` with the signals of a workspace or of a conversation.
     * @param id of the workspace or of the conversation.
     * @returns a function that unsubscribes.
     */
    watch: (id: string, listener: Listener): (() => void) => {
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own);
      own.add(listener);
      if (db.kind === 'postgres') poll ??= setInterval(() => void look(), pollMs).unref();
      return () => {
        own.delete(listener);
        if (own.size > 0 || listeners.get(id) !== own) return;
        listeners.delete(id);
        if (listeners.size > 0) return;
        clearInterval(poll);
        poll = undefined;
      };
    },
  };
};
