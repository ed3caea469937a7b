import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { createRoundFeed, type RoundFeed } from './round-feed.ts';
import { findRound, readEvents } from './round-store.ts';

const pollMs = 100;

interface FollowDependencies {
  db: Database;
  /** The feed of a round that runs in this process. */
  feedOf(roundId: string): RoundFeed | undefined;
}

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pollMs));

/** Reads rounds: from memory while they run here, from the log when they ended or run elsewhere. */
export const createFollow = ({ db, feedOf }: FollowDependencies) => {
  /** Passes on what another feed tells, from where `feed` stands. */
  const copy = (from: RoundFeed, feed: RoundFeed): void => {
    const more = (): void => {
      while (feed.events.length < from.events.length) feed.append(from.events[feed.events.length]!);
    };
    from.listen(more);
    more();
  };

  const fill = async (feed: RoundFeed): Promise<void> => {
    while (!feed.ended) {
      // The row is read before the log: the log of an ended round is complete.
      const row = await findRound(db.query, feed.roundId);
      for (const event of await readEvents(db.query, feed.roundId, feed.events.length)) feed.append(event);
      const live = feedOf(feed.roundId);
      if (live) return copy(live, feed);
      if (row?.status !== 'running') return feed.close();
      await wait();
    }
  };

  return {
    /** A feed of the round: the live one, or one that is filled from the log and closes with it. */
    feed: (roundId: string): RoundFeed => {
      const live = feedOf(roundId);
      if (live) return live;
      const feed = createRoundFeed(roundId);
      fill(feed).catch(() => feed.close());
      return feed;
    },
    /** Waits for a round that runs in another process. */
    untilEnded: async (roundId: string): Promise<void> => {
      while (true) {
        const row = await findRound(db.query, roundId);
        if (!row) throw new AppError('notFound', 'message_id does not name a message of this agent');
        if (row.status !== 'running') return;
        await wait();
      }
    },
  };
};
