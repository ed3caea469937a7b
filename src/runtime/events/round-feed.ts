import { isLast, type ReplyEvent } from '../../rounds/index.ts';

/**
 * The events of one running round. Readers keep their own position and are notified of more, so
 * a slow reader delays no other, and a late one misses nothing.
 */
export interface RoundFeed {
  readonly roundId: string;
  /** Attempt of the round to which the events belong. */
  readonly attempt: number;
  readonly events: readonly ReplyEvent[];
  readonly ended: boolean;
  append(event: ReplyEvent): void;
  /** Closes the feed without a last event. */
  close(): void;
  /** `onMore` is called after each event and at the end. Returns a function that unsubscribes. */
  listen(onMore: () => void): () => void;
}

export const createRoundFeed = (roundId: string, attempt = 1): RoundFeed => {
  const events: ReplyEvent[] = [];
  const listeners = new Set<() => void>();
  let ended = false;
  const notify = (): void => {
    for (const onMore of listeners) onMore();
  };
  return {
    roundId,
    attempt,
    events,
    get ended() {
      return ended;
    },
    append: (event) => {
      if (ended) return;
      events.push(event);
      ended = isLast(event);
      notify();
    },
    close: () => {
      if (ended) return;
      ended = true;
      notify();
    },
    listen: (onMore) => {
      listeners.add(onMore);
      return () => listeners.delete(onMore);
    },
  };
};
