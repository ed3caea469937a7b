import { setTimeout as delay } from 'node:timers/promises';
import { type Drafts, draftsOf, type FoundChat } from '../channels/index.ts';
import type { RoundFeed, Runtime } from '../runtime/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import type { ReceivedMessage } from './received-message.ts';

interface DraftingDependencies {
  runtime: Pick<Runtime, 'feed' | 'replyOf'>;
  drafts: Drafts;
  outbox: Pick<Webhooks, 'isWaitingForChat'>;
}

/** Quick replies are sent complete. */
const firstMs = 1000;
/** The first message of a platform is shorter. */
const longestText = 10_000;
/** Drafts are a courtesy: under load they are left out. */
const mostAtOnce = 100;

/** Reads the text of a round at intervals, not for every token. */
const createTextReader = ({ events }: RoundFeed) => {
  let next = 0;
  let text = '';
  return (): string => {
    for (; next < events.length; next += 1) {
      const event = events[next]!;
      if (event.type === 'text-delta' && text.length < longestText) text += event.text;
    }
    return text;
  };
};

/** Shows replies in the chat while the model writes them, on platforms that can edit messages. */
export const createDrafting = ({ runtime, drafts, outbox }: DraftingDependencies) => {
  const stop = new AbortController();
  const { signal } = stop;
  let running = 0;

  const follow = async (
    roundId: string,
    { connection, connector, chat }: ReceivedMessage & FoundChat,
    platformDrafts: NonNullable<ReturnType<typeof draftsOf>>,
  ): Promise<void> => {
    await delay(firstMs, undefined, { signal, ref: false });
    const feed = await runtime.feed(roundId);
    const readText = createTextReader(feed);
    const address = JSON.parse(chat.address) as ReceivedMessage['message']['address'];
    const target = { roundId, connectionId: connection.id, chatId: chat.id, address };
    const draft = drafts.open(target, connector, platformDrafts);
    while (!feed.ended && !draft.isOver) {
      const text = readText();
      // A draft must not appear before messages that wait to be sent.
      const mayShow = text.trim() !== '' && (draft.isStarted || !(await outbox.isWaitingForChat(chat.id)));
      if (mayShow) await draft.write(text, signal);
      await delay(platformDrafts.everyMs, undefined, { signal, ref: false });
    }
    if (!draft.isStarted) return;
    await runtime.replyOf(roundId).catch(() => {});
    signal.throwIfAborted();
    await draft.end(signal);
  };

  return {
    /** From now until the round has ended. */
    during: (roundId: string, received: ReceivedMessage & FoundChat): void => {
      const { connection, connector, message } = received;
      const platformDrafts = draftsOf(connector, connection);
      if (!platformDrafts || running >= mostAtOnce) return;
      if (message.isGroup && !platformDrafts.isPossibleInGroups) return;
      running += 1;
      void follow(roundId, received, platformDrafts)
        .catch(() => {})
        .finally(() => {
          running -= 1;
        });
    },
    close: (): void => stop.abort(),
  };
};

export type Drafting = ReturnType<typeof createDrafting>;
