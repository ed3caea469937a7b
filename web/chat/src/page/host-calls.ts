import type { HandoffState, WidgetErrorCode } from '../../../../packages/widget/src/widget-types.ts';
import type { Chat } from '../state/chat.ts';
import type { ChatState } from '../state/chat-state.ts';
import type { HostCall, HostFrame } from './host-frame.ts';

/** Longer than any message that a site writes for its user. */
const longestText = 10_000;
/** Calls that wait for each other, or for the end of a reply. */
const mostWaiting = 10;

class CallError extends Error {
  readonly code: WidgetErrorCode;

  constructor(code: WidgetErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const readText = (text: unknown): string => {
  if (typeof text !== 'string' || text.trim() === '')
    throw new CallError('invalid', 'text: must not be empty');
  if (text.length > longestText)
    throw new CallError('invalid', `text: at most ${longestText} characters, not ${text.length}`);
  return text.trim();
};

/** The first value of the function that is not undefined. Throws what the function throws. */
const firstOf = <Value>(store: Chat['store'], read: (state: ChatState) => Value | undefined) =>
  new Promise<Value>((resolve, reject) => {
    let stop = (): void => {};
    const look = (): void => {
      try {
        const value = read(store.get());
        if (value === undefined) return;
        resolve(value);
      } catch (error) {
        reject(error);
      }
      stop();
    };
    // Later, because a change may consist of several steps.
    stop = store.subscribe(() => queueMicrotask(look));
    look();
  });

const personOf = ({ live }: ChatState): string | null =>
  (live?.type === 'status' && 'person' in live && live.person?.name) || null;

/** Reports who answers: when a person is asked for, joins and leaves. */
const watchHandoff = (store: Chat['store'], tell: HostFrame['tell']): void => {
  let told: { conversation_id: string | null; state: HandoffState; person: string | null };
  let isPlanned = false;
  const look = (): void => {
    isPlanned = false;
    const { live, conversation } = store.get();
    const { conversationId: conversation_id, status: state } = conversation;
    // The first live event, which follows when the conversation was opened, names the person.
    if (!live && (state === 'waiting' || state === 'human')) return;
    // In another conversation nobody has joined or left. A conversation gets its id with the first message.
    if (told === undefined || (told.conversation_id && told.conversation_id !== conversation_id))
      told = { conversation_id, state: 'agent', person: null };
    const person = state === 'agent' ? null : personOf(store.get());
    const isNews = state !== told.state || person !== told.person;
    told = { conversation_id, state, person };
    if (isNews) tell('handoff', told);
  };
  store.subscribe(() => {
    // State and person of one event are set one after the other.
    if (!isPlanned) queueMicrotask(look);
    isPlanned = true;
  });
  look();
};

/**
 * Calls of the widget's API by the site. A message of the site obeys the rules of a message that the user writes: it
 * waits for the end of a running reply, goes to the person who answers, and cannot be sent while the user is asked to
 * leave a message. Calls run one after the other, so that `newConversation` followed by `send` works.
 */
export const createHostCalls = (
  { store, send, startConversation }: Pick<Chat, 'store' | 'send' | 'startConversation'>,
  { tell }: Pick<HostFrame, 'tell'>,
) => {
  let previous: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isWatched = false;

  /** Checked before anything is sent, because a call is made for the user of that time. */
  const assertUser = (state: ChatState, user: number): void => {
    if (state.user !== user) throw new CallError('cancelled', 'The user has changed');
  };
  /** The conversation, when the session has started and the messages are loaded. */
  const loaded = (user: number): Promise<ChatState['conversation']> =>
    firstOf(store, (state) => {
      const { phase, problem, conversation } = state;
      assertUser(state, user);
      if (phase === 'refused')
        throw new CallError('refused', problem?.message ?? 'The service refused the user');
      return phase === 'ready' && !conversation.isLoading ? conversation : undefined;
    });

  const sendText = async (text: string, user: number) => {
    const { conversationId: meant } = await loaded(user);
    await firstOf(store, (state) => {
      const { conversationId, status, entries } = state.conversation;
      assertUser(state, user);
      // The first message creates the conversation.
      if (meant !== null && conversationId !== meant)
        throw new CallError('cancelled', 'The user has opened another conversation');
      if (status === 'message')
        throw new CallError('unavailable', 'Nobody answers now: the user is asked to leave a message');
      return entries.some((entry) => entry.role === 'assistant' && entry.status === 'running')
        ? undefined
        : true;
    });
    // Resolves at the end of the reply.
    void send({ text, files: [], shownFiles: [] });
    const key = store.get().conversation.entries.findLast(({ role }) => role === 'user')?.key;
    const message_id = await firstOf(store, ({ conversation }) => {
      const question = conversation.entries.find((entry) => entry.key === key);
      if (!question) throw new CallError('cancelled', 'The user has left the conversation');
      if (question.status === 'failed')
        throw new CallError('refused', question.error?.message ?? 'The message was refused');
      return question.messageId ?? undefined;
    });
    return { message_id, conversation_id: store.get().conversation.conversationId };
  };

  const newConversation = async (user: number) => {
    const { entries } = await loaded(user);
    // An empty conversation is new already. The button of the user is disabled in it.
    if (entries.length > 0 && !(await startConversation()))
      throw new CallError('refused', store.get().problem?.message ?? 'The conversation was not created');
    assertUser(store.get(), user);
    return { conversation_id: store.get().conversation.conversationId };
  };

  const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (waiting >= mostWaiting) throw new CallError('busy', `At most ${mostWaiting} calls can wait`);
    waiting += 1;
    const mine = previous.then(work);
    previous = mine.catch(() => {});
    return mine.finally(() => {
      waiting -= 1;
    });
  };

  const run = async ({ name, text }: HostCall, user: number): Promise<unknown> => {
    if (name === 'watch') {
      if (!isWatched) watchHandoff(store, tell);
      isWatched = true;
      return null;
    }
    if (name === 'newConversation') return inTurn(() => newConversation(user));
    if (name !== 'send') throw new CallError('invalid', 'name: there is no such call');
    const given = readText(text);
    return inTurn(() => sendText(given, user));
  };

  return {
    /** @param user who used the page when the call arrived. */
    answer: async (call: HostCall, user: number): Promise<void> => {
      const answer = await run(call, user).then(
        (value) => ({ value }),
        ({ code = 'refused', message }: CallError) => ({ error: { code, message } }),
      );
      tell('result', { id: call.id, ...answer });
    },
  };
};

export type HostCalls = ReturnType<typeof createHostCalls>;
