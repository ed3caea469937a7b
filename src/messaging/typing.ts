import { setTimeout as delay } from 'node:timers/promises';
import type { Connectors } from '../channels/index.ts';
import type { Runtime } from '../runtime/index.ts';
import type { ReceivedMessage } from './received-message.ts';

/** Quick replies need no indicator. */
const firstMs = 400;
const callMs = 5000;
/** The indicator is a courtesy: under load it is left out. */
const mostAtOnce = 100;

/** Shows in the chat that a reply is being written. Nothing depends on it, so it is not stored. */
export const createTyping = ({ runtime }: { runtime: Pick<Runtime, 'replyOf'> }) => {
  const stop = new AbortController();
  let running = 0;

  const show = async (
    isOver: () => boolean,
    { connector, connection, message: { address } }: ReceivedMessage,
    { connections, apiOf }: Pick<Connectors, 'connections' | 'apiOf'>,
  ): Promise<void> => {
    const context = { connection: connections.accessOf(connection), api: apiOf(connector), address };
    for (let waitMs = firstMs; ; waitMs = connector.typingMs ?? callMs) {
      await delay(waitMs, undefined, { signal: stop.signal, ref: false });
      if (isOver()) return;
      await connector.showTyping!(context, AbortSignal.any([stop.signal, AbortSignal.timeout(callMs)]));
    }
  };

  return {
    /** From now until the round has ended. */
    during: (
      messageId: string,
      received: ReceivedMessage,
      connectors: Pick<Connectors, 'connections' | 'apiOf'>,
    ): void => {
      if (!received.connector.showTyping || running >= mostAtOnce) return;
      let isOver = false;
      running += 1;
      const end = (): void => {
        isOver = true;
      };
      void runtime.replyOf(messageId).then(end, end);
      void show(() => isOver, received, connectors)
        .catch(() => {})
        .finally(() => {
          running -= 1;
        });
    },
    close: (): void => stop.abort(),
  };
};

export type Typing = ReturnType<typeof createTyping>;
