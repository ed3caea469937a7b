import { type Database, repeatWhenLost } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { findRound, readLog } from '../../rounds/index.ts';
import { failureEvent } from '../execution/settle-round.ts';
import { createRoundFeed, type RoundFeed } from './round-feed.ts';

const pollMs = 100;

interface FollowDependencies {
  db: Database;
  /** The feed of a round that runs in this process. */
  feedOf(roundId: string): RoundFeed | undefined;
}

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pollMs));

/** Reads rounds: from memory while they run here, from the log if they have ended or run in another process. */
export const createFollow = ({ db, feedOf }: FollowDependencies) => {
  /** Passes on the events of another feed, from the position of `feed`. */
  const copy = (from: RoundFeed, feed: RoundFeed): void => {
    const more = (): void => {
      while (feed.events.length < from.events.length) feed.append(from.events[feed.events.length]!);
      if (from.ended) feed.close();
    };
    from.listen(more);
    more();
  };

  /**
   * Fills the feed of one attempt. When another process runs the round again, the feed closes without a last event:
   * the client resumes and gets the next attempt from its beginning.
   */
  const fill = async (feed: RoundFeed): Promise<void> => {
    while (!feed.ended) {
      const log = await repeatWhenLost(() => readLog(db.query, feed.roundId));
      if (log?.attempt !== feed.attempt) return feed.close();
      for (const event of log.events.slice(feed.events.length)) feed.append(event);
      const live = feedOf(feed.roundId);
      if (live?.attempt === feed.attempt) return copy(live, feed);
      if (log.status !== 'running' && feed.events.length === 0)
        // The data retention of the agent deletes the log. Without a last event the client would resume again.
        feed.append(
          failureEvent(new AppError('notFound', 'message_id: the stream of this message was deleted')),
        );
      if (log.status !== 'running') return feed.close();
      await wait();
    }
  };

  return {
    /** A feed of the round: the live one, or one that is filled from the log and closes with it. */
    feed: async (roundId: string): Promise<RoundFeed> => {
      const live = feedOf(roundId);
      if (live) return live;
      const row = await repeatWhenLost(() => findRound(db.query, roundId));
      const feed = createRoundFeed(roundId, { attempt: row?.attempt });
      fill(feed).catch(() => feed.close());
      return feed;
    },
    /** Waits for a round that runs in another process. */
    untilEnded: async (roundId: string): Promise<void> => {
      while (true) {
        const row = await repeatWhenLost(() => findRound(db.query, roundId));
        if (!row) throw new AppError('notFound', 'message_id: this agent has no such message');
        if (row.status !== 'running') return;
        await wait();
      }
    },
  };
};
