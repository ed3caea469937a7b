import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { isLast, type ReplyEvent } from './reply-events.ts';
import type { RoundFeed } from './round-feed.ts';
import { findRound, readEvents } from './round-store.ts';

const pollMs = 100;

/** Reads the events of rounds: from memory while they run here, from the log when they ended or run elsewhere. */
export const createFollow = ({
  db,
  feedOf,
}: {
  db: Database;
  feedOf(roundId: string): RoundFeed | undefined;
}) => {
  async function* fromFeed(feed: RoundFeed): AsyncGenerator<ReplyEvent> {
    let next = 0;
    while (true) {
      while (next < feed.events.length) yield feed.events[next++]!;
      if (feed.ended) return;
      await new Promise<void>((resolve) => {
        const stop = feed.listen(() => {
          stop();
          resolve();
        });
      });
    }
  }

  async function* fromLog(roundId: string): AsyncGenerator<ReplyEvent> {
    let next = 0;
    while (true) {
      // The row is read before the log: an ended round's log is complete.
      const row = await findRound(db.query, roundId);
      for (const event of await readEvents(db.query, roundId, next)) {
        next++;
        yield event;
        if (isLast(event)) return;
      }
      // Running here after all: it has not been logged yet. Running elsewhere: it will be.
      const feed = feedOf(roundId);
      if (feed) {
        for await (const event of fromFeed(feed)) {
          if (next > 0) next--;
          else yield event;
        }
        return;
      }
      if (row?.status !== 'running') return;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  return {
    events: (roundId: string): AsyncGenerator<ReplyEvent> => {
      const feed = feedOf(roundId);
      return feed ? fromFeed(feed) : fromLog(roundId);
    },
    /** Waits for a round that runs in another process. */
    untilEnded: async (roundId: string): Promise<void> => {
      while (true) {
        const row = await findRound(db.query, roundId);
        if (!row) throw new AppError('notFound', 'message_id does not name a message of this agent');
        if (row.status !== 'running') return;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
  };
};
