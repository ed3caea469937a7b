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
  /** The events so far are stored, so they no longer change. */
  seal(): void;
}

/**
 * @param joinsTexts While nobody listens, the texts of a reply are joined to one event: a blocking or webhook round needs
 * no event for each token. A feed that follows another one must keep its events.
 */
export const createRoundFeed = (
  roundId: string,
  { attempt = 1, joinsTexts = false }: { attempt?: number | undefined; joinsTexts?: boolean } = {},
): RoundFeed => {
  const events: ReplyEvent[] = [];
  const listeners = new Set<() => void>();
  /** These events may have been read or stored. */
  let sealedCount = 0;
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
      const last = events.at(-1);
      if (
        joinsTexts &&
        listeners.size === 0 &&
        event.type === 'text-delta' &&
        last?.type === 'text-delta' &&
        events.length > sealedCount
      ) {
        events[events.length - 1] = { type: 'text-delta', text: last.text + event.text };
        return;
      }
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
      return () => {
        listeners.delete(onMore);
        sealedCount = events.length;
      };
    },
    seal: () => {
      sealedCount = events.length;
    },
  };
};
