import { isLast, type ReplyEvent } from '../rounds/index.ts';

/**
 * The events of one round while it runs. Readers keep their own place and are told when there is more, so
 * a slow one holds up nobody, and one that comes late misses nothing.
 */
export interface RoundFeed {
  readonly roundId: string;
  /** Which run of the round the events belong to. */
  readonly attempt: number;
  readonly events: readonly ReplyEvent[];
  readonly ended: boolean;
  append(event: ReplyEvent): void;
  /** Nothing more will come, although the last event never did. */
  close(): void;
  /** `onMore` is called after each event and at the end. Returns the way to stop listening. */
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
