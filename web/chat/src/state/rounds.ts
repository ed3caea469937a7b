import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import type { OutgoingFile, StoredFile } from '../service/wire.ts';
import { apply, type ChatStore } from './chat-state.ts';
import { type Entry, roundOf } from './entries.ts';
import { followRound, type RoundEnd } from './follow-round.ts';

export interface Outgoing {
  text: string;
  files: OutgoingFile[];
  /** The same files for display. */
  shownFiles: StoredFile[];
}

interface RoundDependencies {
  service: Service;
  store: ChatStore;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  newKey(): string;
  onConnection(isThere: boolean): void;
  onMessage(role: 'user' | 'assistant', messageId: string): void;
}

/** Fragments that arrive within this time are shown together, to render less often. */
const gatherMs = 30;

const createGathering = (show: (text: string) => void) => {
  let text = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = text;
    text = '';
    if (gathered) show(gathered);
  };
  return {
    flush,
    add: (fragment: string): void => {
      text += fragment;
      timer ??= setTimeout(flush, gatherMs);
    },
  };
};

/** Rounds of the displayed conversation, sent from here or followed. */
export const createRounds = (dependencies: RoundDependencies) => {
  const { service, store, wait, newKey, onConnection, onMessage } = dependencies;
  const sent = new Map<string, Outgoing>();
  const stopped = new Set<string>();
  /** Sent rounds whose id is not known yet. */
  const unnamed = new Map<string, Promise<void>>();
  let leaving = new AbortController();

  const settle = async (round: string, messageId: string | undefined, end: RoundEnd): Promise<void> => {
    const { signal } = leaving;
    if (end.type === 'handed') {
      apply(store, { type: 'handed', round, messageId: end.messageId, status: end.status });
      apply(store, { type: 'belongs', round, conversationId: end.conversationId });
      onMessage('user', end.messageId);
    } else if (end.type === 'failed') apply(store, { type: 'failed', round, error: end.error });
    else {
      apply(store, { type: 'ended', round, isStopped: stopped.has(round) });
      if (!messageId) return;
      onMessage('assistant', messageId);
      const details = await service.citationsOf(messageId).catch(() => undefined);
      if (!details || signal.aborted) return;
      const { citations, asks = null } = details;
      if (citations.length > 0 || asks) apply(store, { type: 'cited', messageId, citations, asks });
    }
  };

  /** Follows one round until it ends or the user leaves the conversation. */
  const run = async (
    round: string,
    known: string | undefined,
    begin?: (signal: AbortSignal) => ReturnType<Service['sendMessage']>,
    replacing?: { replaces: string; text: string | undefined },
  ) => {
    const { signal } = leaving;
    const { promise: named, resolve: name } = Promise.withResolvers<void>();
    let messageId = known;
    const replace = (ids: { messageId: string; answerId: string | null }): void =>
      apply(store, { type: 'replaced', round, ...replacing!, ...ids, nowMs: Date.now() });
    if (!known) unnamed.set(round, named);
    const gathering = createGathering((text) => {
      if (!signal.aborted) apply(store, { type: 'said', round, text });
    });
    try {
      const end = await followRound({
        ...(begin ? { begin: () => begin(signal) } : {}),
        ...(known ? { messageId: known } : {}),
        resume: (id, lastEventId) => service.followMessage(id, lastEventId, signal),
        signal,
        wait: (attempt) => wait(attempt, signal),
        onConversation: (conversationId) => apply(store, { type: 'belongs', round, conversationId }),
        onAccepted: (ids) => {
          messageId = ids.messageId;
          if (replacing) replace(ids);
          else apply(store, { type: 'accepted', round, ...ids });
          if (!known) onMessage('user', ids.messageId);
          unnamed.delete(round);
          name();
        },
        onText: gathering.add,
        onAudio: (audio) => {
          if (audio.length > 0) apply(store, { type: 'spoken', round, audio });
        },
        onConnection,
      });
      gathering.flush();
      signal.throwIfAborted();
      // Nothing was replaced: the old messages are still shown, and the error is shown beside them.
      if (replacing && !messageId && end.type === 'failed')
        throw new ServiceError(
          end.error.status ?? 0,
          end.error.code,
          end.error.message,
          end.error.retryAfterSeconds,
        );
      if (replacing && end.type === 'handed') replace({ messageId: end.messageId, answerId: null });
      await settle(round, messageId, end);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      unnamed.delete(round);
      name();
    }
  };

  const send = (outgoing: Outgoing): Promise<void> => {
    const { text, files, shownFiles } = outgoing;
    const round = newKey();
    sent.set(round, outgoing);
    apply(store, { type: 'asked', round, text, files: shownFiles, nowMs: Date.now() });
    const message = {
      conversation_id: store.get().conversation.conversationId ?? undefined,
      text: text || undefined,
      files: files.length > 0 ? files : undefined,
    };
    return run(round, undefined, (signal) =>
      service.sendMessage(message, {
        key: round,
        signal,
        onUpload: (share) => {
          if (!signal.aborted) apply(store, { type: 'uploaded', round, share });
        },
      }),
    );
  };

  /** Answers a question again, with another text if one is given. The old round and all later ones are replaced. */
  const replace = (replaces: string, text?: string): Promise<void> => {
    const round = newKey();
    const begin = (signal: AbortSignal) =>
      service.sendMessage({ replaces, text }, { key: round, signal, onUpload: () => {} });
    return run(round, undefined, begin, { replaces, text });
  };

  return {
    send,
    replace,
    /** Sends a message again that the service did not accept. */
    retry: async (entry: Entry): Promise<void> => {
      const outgoing = sent.get(roundOf(entry));
      if (!outgoing) return;
      apply(store, { type: 'dropped', round: roundOf(entry) });
      await send(outgoing);
    },
    stop: async (entry: Entry): Promise<void> => {
      if (!entry.messageId) return;
      stopped.add(roundOf(entry));
      await service.stopMessage(entry.messageId);
    },
    /** Whether this page already follows the round. */
    isFollowed: (messageId: string): boolean =>
      store
        .get()
        .conversation.entries.some((entry) => entry.messageId === messageId && entry.key.endsWith(':answer')),
    /** Follows a round that was started elsewhere or before this page was loaded. */
    follow: async (messageId: string): Promise<void> => {
      const round = newKey();
      apply(store, { type: 'followed', round, messageId, nowMs: Date.now() });
      await run(round, messageId);
    },
    /** Resolves when the ids of all rounds sent from here are known, so that other rounds can be told apart. */
    named: async (): Promise<void> => {
      await Promise.all(unnamed.values());
    },
    leave: (): void => {
      leaving.abort();
      leaving = new AbortController();
      unnamed.clear();
      sent.clear();
      stopped.clear();
    },
  };
};
