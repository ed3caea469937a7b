import type { Database } from '../../db/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { countEvents, insertOwnEvents } from '../../rounds/index.ts';
import type { RoundFeed } from './round-feed.ts';

const flushEveryMs = 250;
/**
 * A flush of a thousand streams takes long, and tokens wait for it. Then the next one comes later: at most a twentieth of
 * the time is spent on flushes. A process that is killed loses at most this much of what other processes can show.
 */
const pausePerFlush = 19;
const longestPauseMs = 1000;
/** Rounds per transaction: on SQLite a longer one would block other writers. */
const roundsPerTransaction = 100;

interface Tracked {
  feed: RoundFeed;
  loggedCount: number;
  /** A flush failed, perhaps after its commit: only the database knows what is logged. */
  isUncertain: boolean;
  /** Set while a flush that includes it is running. */
  flushing: Promise<void> | undefined;
  finishing: boolean;
}

interface EventLogDependencies {
  db: Database;
  processId: string;
  onError(error: unknown): void;
  /** The round has ended or belongs to another process: nothing more is logged of it. */
  onLost(roundId: string): void;
}

/**
 * Writes the events of running rounds to their logs in batches, so that deltas reach the client without
 * waiting for the database. A round that ends within one interval is written once, with its end.
 */
export const createEventLog = ({ db, processId, onError, onLost }: EventLogDependencies) => {
  const tracked = new Map<string, Tracked>();
  let timer: NodeJS.Timeout | undefined;

  const makeCertain = async (entry: Tracked): Promise<void> => {
    if (!entry.isUncertain) return;
    entry.loggedCount = await countEvents(db.query, entry.feed.roundId);
    entry.isUncertain = false;
  };

  const flushSome = async (some: Tracked[]): Promise<void> => {
    for (const entry of some) await makeCertain(entry);
    const batch = some
      .map((entry) => {
        entry.feed.seal();
        return { entry, upTo: entry.feed.events.length };
      })
      .filter(({ entry, upTo }) => upTo > entry.loggedCount);
    if (batch.length === 0) return;
    const logged = await db.transaction(async (tx) => {
      const running = await insertOwnEvents(
        tx,
        batch.map(({ entry, upTo }) => ({
          id: entry.feed.roundId,
          attempt: entry.feed.attempt,
          owner: processId,
          firstSequence: entry.loggedCount,
          events: entry.feed.events.slice(entry.loggedCount, upTo),
        })),
      );
      faultPoint('events-logging');
      return running;
    });
    faultPoint('events-logged');
    for (const {
      entry: { feed },
    } of batch) {
      if (logged.has(feed.roundId)) continue;
      // Meanwhile its run may have ended, and the next attempt may have started here. That one is not lost.
      if (tracked.get(feed.roundId)?.feed !== feed) continue;
      tracked.delete(feed.roundId);
      onLost(feed.roundId);
    }
    for (const { entry, upTo } of batch) entry.loggedCount = upTo;
  };

  /** Logs all events so far, including those that another flush is writing now. */
  const flush = async (): Promise<void> => {
    const underWay = [...tracked.values()].map(({ flushing }) => flushing);
    const dirty = [...tracked.values()].filter(
      (entry) => !entry.finishing && !entry.flushing && entry.feed.events.length > entry.loggedCount,
    );
    for (let start = 0; start < dirty.length; start += roundsPerTransaction) {
      const some = dirty.slice(start, start + roundsPerTransaction).filter((entry) => !entry.finishing);
      if (some.length === 0) continue;
      // A failed flush loses nothing: the events are written with the next one.
      const flushing = flushSome(some)
        .catch((error) => {
          for (const entry of some) entry.isUncertain = true;
          onError(error);
        })
        .finally(() => {
          for (const entry of some) entry.flushing = undefined;
        });
      for (const entry of some) entry.flushing = flushing;
      await flushing;
    }
    await Promise.all(underWay);
  };

  const schedule = (pauseMs = flushEveryMs): void => {
    if (timer || tracked.size === 0) return;
    timer = setTimeout(() => {
      const startedAtMs = performance.now();
      void flush().then(() => {
        timer = undefined;
        const tookMs = performance.now() - startedAtMs;
        schedule(Math.min(longestPauseMs, Math.max(flushEveryMs, tookMs * pausePerFlush)));
      });
    }, pauseMs);
    timer.unref();
  };

  return {
    track: (feed: RoundFeed): void => {
      tracked.set(feed.roundId, {
        feed,
        loggedCount: 0,
        isUncertain: false,
        flushing: undefined,
        finishing: false,
      });
      schedule();
    },
    /** From now on only the caller writes this round's log. Returns the number of logged events. */
    takeOver: async (roundId: string): Promise<number> => {
      const entry = tracked.get(roundId);
      if (!entry) return 0;
      entry.finishing = true;
      await entry.flushing;
      await makeCertain(entry);
      return entry.loggedCount;
    },
    forget: (roundId: string): void => void tracked.delete(roundId),
    flush,
  };
};

export type EventLog = ReturnType<typeof createEventLog>;
