import { translated } from '../agents/index.ts';
import {
  addConversation,
  type Command,
  createOpenChat,
  type FoundChat,
  insertReply,
  isOver,
  type NoticeName,
  noticeReply,
  optOutOf,
  updateChannelUser,
  updateChat,
} from '../channels/index.ts';
import type { Conversation } from '../conversations/index.ts';
import type { Handle } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import type { IncomingPart } from '../runtime/index.ts';
import type { Drafting } from './drafting.ts';
import { createFetchFiles, FileProblem } from './fetch-files.ts';
import type { MessagingDependencies } from './messaging-dependencies.ts';
import { noticeOf } from './notice-of.ts';
import type { ReceivedMessage } from './received-message.ts';
import type { Typing } from './typing.ts';

type Received = ReceivedMessage & FoundChat;

/** Answers a message of a person on a messaging platform: by a command, a notice or a round of the agent. */
export const createAnswerMessage = (deps: MessagingDependencies & { typing: Typing; drafting: Drafting }) => {
  const { db, clock, conversations, users, runtime, handoff, outbox, typing, drafting } = deps;
  const chats = createOpenChat(deps);
  const fetchFiles = createFetchFiles(deps);

  /** Sends a text of the service and ends the update. */
  const notify = (
    { agent, chat, user, connector, connection, endIn }: Received,
    notice: NoticeName,
    {
      values = {},
      also,
    }: { values?: Record<string, string | number>; also?: (tx: Handle) => Promise<unknown> } = {},
  ): Promise<void> =>
    db.transaction(async (tx) => {
      await also?.(tx);
      await outbox.enqueueToChat(tx, {
        agent,
        conversationId: chat.conversation_id,
        chatId: chat.id,
        kind: 'notice',
        message: { notice, values },
      });
      await endIn(tx, { text: noticeReply({ notice, values }, user, connector, connection.settings) });
    });

  const findCurrent = async ({ agent, chat }: Received): Promise<Conversation | undefined> => {
    if (chat.conversation_id === null) return undefined;
    try {
      const conversation = await conversations.require(agent, chat.conversation_id);
      return (await isOver(db.query, clock, conversation)) ? undefined : conversation;
    } catch (error) {
      // It was erased.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  const newConversation = async ({ agent, connector, user }: Received) => {
    const userId = await db.transaction((tx) => users.resolveGuest(tx, agent.id, user.user_id));
    return { agent, userId, channel: connector.conversationType, anonymousId: user.user_id };
  };

  const setOptOut = (received: Received, isOptedOut: boolean): Promise<void> =>
    notify(received, isOptedOut ? 'optedOut' : 'optedIn', {
      also: (tx) => updateChannelUser(tx, received.user, { opted_out_at: isOptedOut ? clock.nowMs() : null }),
    });

  const greet = async (received: Received): Promise<void> => {
    const { agent, chat, user, message, endIn } = received;
    const { channels, translations } = agent.settings;
    const languages = user.language === '' ? [] : [user.language];
    const greeting = translated(translations, 'greeting', languages) ?? channels.greeting;
    if (greeting === '')
      return message.isArrival ? db.transaction((tx) => endIn(tx)) : notify(received, 'help');
    await db.transaction(async (tx) => {
      await outbox.enqueueToChat(tx, {
        agent,
        conversationId: chat.conversation_id,
        chatId: chat.id,
        kind: 'notice',
        message: { text: greeting },
      });
      await endIn(tx, { text: greeting });
    });
  };

  /** For platforms that are told of events. */
  const reportEnd = async (tx: Handle, { agent, chat }: Received, reason: 'new' | 'idle'): Promise<void> => {
    if (chat.conversation_id === null) return;
    await outbox.enqueueToChat(tx, {
      agent,
      conversationId: chat.conversation_id,
      chatId: chat.id,
      kind: 'event',
      message: { event: { name: 'conversation.ended', data: { reason } } },
    });
  };

  /** Leaves the current conversation. The next message starts another one. */
  const startNew = async (received: Received): Promise<void> => {
    const { agent, chat } = received;
    if (chat.conversation_id !== null && (await handoff.liveSession(chat.conversation_id)))
      await handoff.leave(agent, chat.conversation_id);
    await notify(received, 'newConversation', {
      also: async (tx) => {
        await reportEnd(tx, received, 'new');
        await updateChat(tx, chat.id, { conversation_id: null });
      },
    });
  };

  const requestHuman = async (received: Received): Promise<void> => {
    const { agent, chat, connector, endIn } = received;
    if (!handoff.isPossible(agent, { mode: 'async', channel: connector.conversationType }))
      return notify(received, 'noHuman');
    const current = await findCurrent(received);
    const opens = current ? undefined : await newConversation(received);
    await db.transaction(async (tx) => {
      let conversationId = current?.id;
      if (opens) {
        conversationId = (await conversations.createIn(tx, opens)).id;
        await addConversation(tx, { chatId: chat.id, conversationId });
      }
      await handoff.ask(tx, { agent, conversationId: conversationId!, trigger: 'button' });
      await endIn(tx);
    });
  };

  const commands: Readonly<Record<Command, (received: Received) => Promise<void>>> = {
    start: greet,
    new: startNew,
    human: requestHuman,
    help: (received) => notify(received, 'help'),
    stop: (received) => setOptOut(received, true),
  };

  const partsOf = async (received: Received): Promise<IncomingPart[]> => {
    const { text } = received.message;
    const files = await fetchFiles(received);
    return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...files];
  };

  const ask = async (received: Received): Promise<void> => {
    const { agent, chat, connector, endIn } = received;
    const question = await partsOf(received);
    const current = await findCurrent(received);
    const opens = current ? undefined : conversations.prepare(await newConversation(received));
    const { messageId } = await runtime.send({
      agent,
      conversationId: current?.id ?? opens!.id,
      ...(opens ? { opens } : {}),
      apiVersion: 2,
      mode: 'async',
      history: [],
      question,
      options: {},
      alsoIn: async (tx, { messageId: roundId, conversationId }) => {
        if (opens) {
          await reportEnd(tx, received, 'idle');
          await addConversation(tx, { chatId: chat.id, conversationId });
        }
        if (connector.awaitsReply)
          await insertReply(tx, {
            round_id: roundId,
            chat_id: chat.id,
            address: chat.address,
            created_at: clock.nowMs(),
          });
        await endIn(tx, { messageId: roundId });
      },
    });
    typing.during(messageId, received, deps.connectors);
    drafting.during(messageId, received);
  };

  return async (given: ReceivedMessage): Promise<void> => {
    const { connection, connector } = given;
    if (given.message.isContinuation && !(await chats.isKnown(connection, given)))
      return db.transaction((tx) => given.endIn(tx));
    const received: Received = { ...given, ...(await chats.open(connection, connector, given)) };
    const { message, user } = received;
    const wish = message.isGroup ? undefined : optOutOf(message.text);
    if (user.opted_out_at !== null) {
      if (wish === 'start' || message.command === 'start') return setOptOut(received, false);
      return connector.awaitsReply
        ? notify(received, 'optedOut')
        : db.transaction((tx) => received.endIn(tx));
    }
    if (message.isArrival) return greet(received);
    if (message.command) return commands[message.command](received);
    if (wish === 'stop') return setOptOut(received, true);
    if (message.text === '' && message.files.length === 0)
      return notify(received, message.isUnsupported ? 'unsupported' : 'help');
    try {
      await ask(received);
    } catch (error) {
      if (error instanceof FileProblem) return notify(received, error.notice, { values: error.values });
      if (error instanceof AppError && error.kind !== 'internal')
        return notify(received, noticeOf(error, message));
      if (!received.isLastAttempt) throw error;
      await notify(received, 'failed');
    }
  };
};
