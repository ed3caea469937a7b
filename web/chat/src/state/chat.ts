import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import type {
  Channel,
  HandoffStatus,
  LeftMessage,
  ListedConversation,
  LiveEvent,
  PageAnswer,
  Person,
  StoredFile,
  Survey,
} from '../service/wire.ts';
import type { BrowserStorage } from './browser-storage.ts';
import { apply, type ChatState, firstState, type Problem, patch } from './chat-state.ts';
import type { Entry, EntryRating } from './entries.ts';
import { createLive } from './live.ts';
import { persist } from './persist.ts';
import { createRounds, type Outgoing } from './rounds.ts';
import { createSessions, type Identity, isSameIdentity } from './sessions.ts';
import { createStore } from './store.ts';

export interface ChatDependencies {
  service: Service;
  browserStorage: BrowserStorage;
  channel: Channel;
  /** Of the visitor, most preferred first. */
  languages: readonly string[];
  frameGrant: string | undefined;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  newKey(): string;
  /** Called for every new message. */
  onMessage(role: 'user' | 'assistant' | 'human', messageId: string): void;
}

export const problemOf = (error: unknown): Problem =>
  error instanceof ServiceError
    ? {
        code: error.code,
        message: error.message,
        status: error.status,
        retryAfterSeconds: error.retryAfterSeconds,
      }
    : { code: 0, message: error instanceof Error ? error.message : String(error) };

/** Events of the live stream about a human session. */
interface Said {
  message_id: string;
  text: string;
  reason?: string;
  survey?: Survey;
  person?: Person;
  files?: StoredFile[];
  create_time: number;
}

/** The page's state and all actions on it. */
export const createChat = (dependencies: ChatDependencies) => {
  const { service, browserStorage, wait, newKey } = dependencies;
  const store = createStore<ChatState>(firstState);
  const onConnection = (isConnected: boolean): void => {
    const { isConnected: wasConnected, problem } = store.get();
    if (wasConnected === isConnected) return;
    // Connection errors are cleared once the connection works again.
    patch(store, { isConnected, problem: isConnected && problem?.code === 0 ? null : problem });
  };
  service.onConnection(onConnection);
  const onMessage: ChatDependencies['onMessage'] = (role, messageId) => {
    if (role === 'user') browserStorage.set('unsent', undefined);
    dependencies.onMessage(role, messageId);
  };
  const sessions = createSessions({ ...dependencies, onConnection });
  const rounds = createRounds({ service, store, wait, newKey, onConnection, onMessage });
  /** Aborted when the user of the page changes. */
  let userChange = new AbortController();

  /** Loads the newest messages, follows the running round and listens from that position. */
  const readNewest = async (conversationId: string): Promise<void> => {
    const { signal } = userChange;
    const { messages, more, live_cursor } = await persist(() => service.listMessages(conversationId), {
      signal,
      wait,
      onConnection,
    });
    // The id distinguishes a round just sent from its stored copy.
    await rounds.named();
    if (signal.aborted || store.get().conversation.conversationId !== conversationId) return;
    apply(store, { type: 'loaded', messages, more, at: 'end' });
    live.open(conversationId, live_cursor);
    for (const { role, status, message_id } of messages)
      if (role === 'assistant' && status === 'running' && !rounds.isFollowed(message_id))
        void rounds.follow(message_id);
  };

  const arrive = (role: 'human' | 'notice', said: Said): void => {
    const { message_id: id, text, reason, survey = null, person, files = [], create_time } = said;
    const returned = reason === undefined ? {} : { returned: reason };
    apply(store, {
      type: 'arrived',
      entry: { role, id, text, survey, person, files, ...returned, createTimeMs: create_time * 1000 },
    });
  };

  const receive = async (event: LiveEvent): Promise<void> => {
    const { signal } = userChange;
    if (event.type === 'status') {
      const { conversationId, status } = store.get().conversation;
      if ('reason' in event) arrive('notice', { ...event, text: '' });
      apply(store, { type: 'status', status: event.status });
      patch(store, { live: event });
      const hasGone = status !== 'agent' && event.status === 'agent';
      // The human session ended while this page was not connected.
      if (conversationId && hasGone && !('reason' in event)) await readNewest(conversationId);
      return;
    }
    if (event.type === 'message') {
      await rounds.named();
      const { conversationId, entries } = store.get().conversation;
      const isKnown = entries.some(({ messageId }) => messageId === event.message_id);
      if (!signal.aborted && conversationId && !isKnown) await readNewest(conversationId);
      return;
    }
    arrive(event.type === 'notice' ? 'notice' : 'human', event);
    if (event.type === 'human-message') onMessage('human', event.message_id);
  };

  const live = createLive({
    service,
    wait,
    onConnection,
    onEvent: (event) => void receive(event).catch(() => {}),
    // Another page has deleted the conversation.
    onGone: () => void attempt(startConversation),
  });
  let listening: string | null = null;
  store.subscribe(() => {
    const { conversation, isVisible } = store.get();
    const { conversationId, isLoading, status } = conversation;
    // A person may write at any time. Otherwise no connection is needed while the page is hidden.
    live.want(isVisible || status !== 'agent');
    if (conversationId === listening) return;
    listening = conversationId;
    live.close();
    // A conversation that was created by a message has not been loaded yet.
    if (conversationId && !isLoading) void readNewest(conversationId).catch(() => {});
  });

  const open = async (conversationId: string | null, status: HandoffStatus): Promise<void> => {
    rounds.leave();
    apply(store, { type: 'opened', conversationId, status });
    patch(store, { live: null });
    if (!conversationId) return;
    await readNewest(conversationId).catch((error) => {
      // The conversation no longer exists, for example because it was erased.
      if (store.get().conversation.conversationId === conversationId)
        apply(store, { type: 'loaded', messages: [], more: false, at: 'end' });
      throw error;
    });
  };

  const start = async (identity: Identity): Promise<void> => {
    userChange.abort();
    userChange = new AbortController();
    const { signal } = userChange;
    rounds.leave();
    const { user, isConnected, isVisible } = store.get();
    store.set({ ...firstState, user: user + 1, isConnected, isVisible });
    try {
      const session = await sessions.start(identity, signal);
      patch(store, { session, phase: 'ready' });
      const { conversation } = session;
      if (conversation) await open(conversation.conversation_id, conversation.status);
    } catch (error) {
      if (!signal.aborted)
        patch(store, { phase: store.get().session ? 'ready' : 'refused', problem: problemOf(error) });
    }
  };

  /** Runs a user's action. Shows errors instead of throwing. Stops when the user changes. */
  const attempt = async (work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> => {
    const { signal } = userChange;
    try {
      await work(signal);
      return true;
    } catch (error) {
      if (!signal.aborted) patch(store, { problem: problemOf(error) });
      return false;
    }
  };

  /** Reports what the user does to the person who answers, or has answered. */
  const tellPerson = <Result>(what: string, more?: object): Promise<Result> =>
    service.tellPerson(what, { conversation_id: store.get().conversation.conversationId, ...more });

  /** The user ends the human session, or leaves a message because nobody answers. */
  const stopWaiting = (what: 'leave' | 'message', more?: Pick<LeftMessage, 'text' | 'email'>) =>
    attempt(async (signal) => {
      const conversation_id = store.get().conversation.conversationId!;
      const { status, message_id } = await tellPerson<Partial<PageAnswer<'passedOn'>>>(what, more);
      if (message_id) onMessage('user', message_id);
      signal.throwIfAborted();
      apply(store, { type: 'status', status: status! });
      // The live event may be missed while the connection is being restored.
      await readNewest(conversation_id);
    });

  const startConversation = async (signal: AbortSignal): Promise<void> => {
    const { conversation_id } = await service.startConversation();
    signal.throwIfAborted();
    await open(conversation_id, 'agent');
  };

  const changeHistory = (change: (listed: ListedConversation[]) => ListedConversation[]): void => {
    const { history } = store.get();
    if (history) patch(store, { history: { ...history, conversations: change(history.conversations) } });
  };

  return {
    store,
    start,
    attempt,
    /** The site names another user: everything of the previous user is removed from the page. */
    identify: async (identity: Identity): Promise<void> => {
      if (isSameIdentity(identity, sessions.identity())) return;
      const isSameUser = identity.userId === sessions.identity().userId;
      const isMerged = sessions.identity().userId === undefined && identity.mergeGuest === true;
      if (!isSameUser && !isMerged)
        for (const name of ['draft', 'unsent']) browserStorage.set(name, undefined);
      await start(identity);
    },
    setVisible: (isVisible: boolean): void => patch(store, { isVisible }),
    send: (outgoing: Outgoing) => {
      // Offered again after a reload, if the service has not confirmed it until then.
      browserStorage.set('unsent', outgoing.text || undefined);
      return attempt(() => rounds.send(outgoing));
    },
    retry: (entry: Entry) => attempt(() => rounds.retry(entry)),
    /** Answers the question of a round again, with another text if one is given. */
    replace: (entry: Entry, text?: string) =>
      attempt(async () => {
        const { conversationId } = store.get().conversation;
        await rounds.replace(entry.messageId!, text).catch(async (error) => {
          // Another page may have replaced the message.
          if (error instanceof ServiceError && error.status === 409 && conversationId)
            await readNewest(conversationId);
          throw error;
        });
      }),
    /** Shows another version of a message: an earlier one without changing anything, or the current one. */
    showVersion: (entry: Entry, messageId: string) =>
      attempt(async (signal) => {
        const { entries, conversationId } = store.get().conversation;
        const isCurrent = entries.some((one) => one.messageId === messageId);
        const { messages } = isCurrent ? { messages: [] } : await service.readVersion(messageId);
        signal.throwIfAborted();
        if (store.get().conversation.conversationId === conversationId)
          apply(store, { type: 'viewed', messageId: isCurrent ? null : entry.messageId, messages });
      }),
    showCurrent: () => apply(store, { type: 'viewed', messageId: null, messages: [] }),
    stop: (entry: Entry) => attempt(() => rounds.stop(entry)),
    rate: ({ answerId, feedback, feedbackReason, feedbackComment }: Entry, rating: EntryRating) =>
      attempt(async () => {
        apply(store, { type: 'rated', answerId: answerId!, ...rating });
        await service.rate(answerId!, rating).catch((error) => {
          apply(store, { type: 'rated', answerId: answerId!, feedback, feedbackReason, feedbackComment });
          throw error;
        });
      }),
    transcribe: service.transcribe,
    askForPerson: (email: string | undefined) =>
      attempt(async (signal) => {
        const conversation_id = store.get().conversation.conversationId ?? undefined;
        const { status, conversation_id: id } = await service.askForPerson({ conversation_id, email });
        signal.throwIfAborted();
        const { session } = store.get();
        const features = { ...session!.features, handoff_needs_email: false };
        // Outside opening hours the address is entered with the left message.
        if (email) patch(store, { session: { ...session!, features } });
        if (id !== conversation_id) await open(id, status);
        else apply(store, { type: 'status', status });
      }),
    leavePerson: () => stopWaiting('leave'),
    leaveMessage: (text: string, email: string | undefined) => stopWaiting('message', { text, email }),
    tellPerson,
    startConversation: () => attempt(startConversation),
    rename: (conversationId: string, title: string) =>
      attempt(async (signal) => {
        const renamed = await service.renameConversation(conversationId, title);
        signal.throwIfAborted();
        changeHistory((conversations) =>
          conversations.map((one) => (one.conversation_id === conversationId ? renamed : one)),
        );
      }),
    remove: (conversationId: string) =>
      attempt(async (signal) => {
        await service.deleteConversation(conversationId).catch((error) => {
          // Another page has deleted it.
          if (!(error instanceof ServiceError && error.status === 404)) throw error;
        });
        signal.throwIfAborted();
        changeHistory((conversations) =>
          conversations.filter(({ conversation_id }) => conversation_id !== conversationId),
        );
        if (store.get().conversation.conversationId === conversationId) await startConversation(signal);
      }),
    openConversation: (conversationId: string) => attempt(() => open(conversationId, 'agent')),
    loadOlder: () =>
      attempt(async () => {
        const { conversationId, entries } = store.get().conversation;
        const { messages, more } = await service.listMessages(
          conversationId!,
          entries[0]?.id ?? entries[0]?.messageId ?? undefined,
        );
        if (store.get().conversation.conversationId === conversationId)
          apply(store, { type: 'loaded', messages, more, at: 'start' });
      }),
    loadHistory: (before?: string) =>
      attempt(async (signal) => {
        const { conversations, more } = await service.listConversations(before);
        signal.throwIfAborted();
        const known = before ? (store.get().history?.conversations ?? []) : [];
        patch(store, { history: { conversations: [...known, ...conversations], more } });
      }),
    report: (name: Parameters<Service['report']>[0]) => void service.report(name).catch(() => {}),
    dismissProblem: () => patch(store, { problem: null }),
  };
};

export type Chat = ReturnType<typeof createChat>;
