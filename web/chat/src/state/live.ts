import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import type { LiveEvent } from '../service/wire.ts';

interface LiveDependencies {
  service: Service;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  onEvent(event: LiveEvent): void;
  /** The conversation no longer exists. */
  onGone(): void;
  onConnection(isThere: boolean): void;
}

/**
 * A connection that lasted this long was good. Two windows with different users of one browser end each other's
 * connection. They must not do so several times a second.
 */
const steadyMs = 10_000;

const conversationGone = 40356;

/**
 * Events of the conversation besides this page's own rounds: messages of a person and of other tabs. Connected only
 * when needed, because browsers limit the connections to one host across all tabs.
 */
export const createLive = ({ service, wait, onEvent, onGone, onConnection }: LiveDependencies) => {
  let conversationId: string | null = null;
  let cursor: string | undefined;
  let isWanted = false;
  let leaving: AbortController | undefined;

  const listen = async (id: string, signal: AbortSignal): Promise<void> => {
    for (let attempt = 1; !signal.aborted; attempt++) {
      const begunAtMs = Date.now();
      try {
        const events = await service.followLive(id, cursor, signal);
        onConnection(true);
        for await (const event of events) {
          if (signal.aborted) return;
          if (event.id) cursor = event.id;
          onEvent(event.data as LiveEvent);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ServiceError && error.code === conversationGone) return onGone();
        if (error instanceof ServiceError && !error.isPassing && error.status !== 429) return;
        if (attempt > 1) onConnection(false);
      }
      if (Date.now() - begunAtMs >= steadyMs) attempt = 1;
      await wait(attempt, signal);
    }
  };

  const restart = (): void => {
    leaving?.abort();
    leaving = undefined;
    if (!isWanted || conversationId === null) return;
    leaving = new AbortController();
    void listen(conversationId, leaving.signal);
  };

  return {
    /** Listens to a conversation from a position. An existing connection to the same conversation is kept. */
    open: (id: string, from: string | undefined): void => {
      if (id === conversationId) return;
      conversationId = id;
      cursor = from;
      restart();
    },
    close: (): void => {
      conversationId = null;
      restart();
    },
    want: (wanted: boolean): void => {
      if (wanted === isWanted) return;
      isWanted = wanted;
      restart();
    },
  };
};
