import type { Handle } from '../../db/index.ts';
import type { Files, SharedFiles } from '../../files/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { type FoundChat, findChat, findChatOfConversation, updateChat } from './chat-store.ts';
import { findConnectionRow } from './connection-store.ts';
import type { Connections } from './connections.ts';
import type { ChatEvent, Connector, InboundMessage, OutgoingReply, SendOutcome } from './connector.ts';
import { failedCall } from './failed-call.ts';
import { type NoticeName, noticeText } from './notices.ts';
import type { Pacer } from './pacer.ts';
import type { PlatformApi } from './platform-api.ts';
import { findConnector } from './registry.ts';
import { deleteReply, findReply, markDraftUsed, type ReplyRow, unknownDraft } from './reply-store.ts';

/** A reply to a chat, or a text of the service in the language of the user. */
export type ChatMessage =
  | OutgoingReply
  | { event: ChatEvent }
  | { notice: NoticeName; values?: Readonly<Record<string, string | number>> };

/** Where a reply goes, and the calls that deliver it. */
export interface ChatRoute {
  connectionId: string;
  chatId: string;
  calls: object[];
}

interface ReplyTarget {
  /** Absent: the chat of the conversation. */
  chatId?: string | undefined;
  conversationId: string | null;
  /** Of a reply of the agent. */
  roundId?: string | undefined;
}

interface ChatDeliveryDependencies {
  db: { query: Handle };
  clock: Clock;
  connections: Pick<Connections, 'find' | 'accessOf' | 'noteError'>;
  apiOf: (connector: Connector) => PlatformApi;
  files: Pick<Files, 'find' | 'read'>;
  sharedFiles: Pick<SharedFiles, 'url'>;
  pacer: Pacer;
}

/** One call of a reply, as it is stored. */
interface StoredCall {
  /** The round whose draft this call replaces. */
  draftOf?: string;
  [field: string]: unknown;
}

const commandNames = { new: '/new', human: '/human', stop: '/stop' };

/** A held connection waits this long at most in a call. After that the delivery is scheduled again. */
const longestHoldMs = 1000;
/** Less than the lease of a delivery. */
const longestChatHoldMs = 5000;

/** Longer than a call. If the process died before the answer, the reply is sent as a new message. */
const longestDraftMs = 15_000;
const draftWaitMs = 300;

/** For the texts of the service. */
const languagesOf = (
  { language }: { language: string },
  { usualLanguage }: Pick<Connector, 'usualLanguage'>,
  settings: Readonly<Record<string, string>>,
): string[] => {
  if (language !== '') return [language];
  return usualLanguage ? [usualLanguage(settings)] : [];
};

/** A text of the service, as the user gets it. */
export const noticeReply = (
  { notice, values }: { notice: NoticeName; values?: Readonly<Record<string, string | number>> | undefined },
  user: { language: string },
  connector: Pick<Connector, 'commandMarks' | 'usualLanguage'>,
  settings: Readonly<Record<string, string>>,
): string =>
  noticeText(notice, languagesOf(user, connector, settings), {
    ...commandNames,
    ...connector.commandMarks,
    ...values,
  });

/** Formats replies for the chats of messaging platforms and sends them. */
export const createChatDelivery = ({
  db,
  clock,
  connections,
  apiOf,
  files,
  sharedFiles,
  pacer,
}: ChatDeliveryDependencies) => {
  /** A file that the platform does not accept is named instead. */
  const withinLimits = (reply: OutgoingReply, languages: string[], { limits }: Connector): OutgoingReply => {
    const files = reply.files ?? [];
    const tooLarge = files.filter(({ sizeBytes }) => sizeBytes > limits.fileMb * 2 ** 20);
    if (tooLarge.length === 0) return reply;
    const texts = tooLarge.map(({ name }) => noticeText('fileNotSent', languages, { name }));
    return {
      ...reply,
      text: [reply.text, ...texts].filter((text) => text !== '').join('\n\n'),
      files: files.filter((file) => !tooLarge.includes(file)),
    };
  };

  const callsOf = (
    message: ChatMessage,
    found: FoundChat,
    connector: Connector,
    { address, settings }: { address: InboundMessage['address']; settings: Record<string, string> },
  ): object[] => {
    if ('event' in message) return connector.renderEvent?.(message.event, settings) ?? [];
    const languages = languagesOf(found.user, connector, settings);
    const reply =
      'notice' in message ? { text: noticeReply(message, found.user, connector, settings) } : message;
    return connector.render(withinLimits(reply, languages, connector), address, settings);
  };

  const readBytes = async (fileId: string): Promise<Uint8Array | undefined> => {
    if (!(await files.find(fileId))) return undefined;
    return files.read(fileId);
  };

  const urlOf = async (fileId: string): Promise<string | undefined> =>
    (await files.find(fileId)) ? sharedFiles.url(fileId) : undefined;

  /** What is kept of the reply of a round. It is not needed any more, unless a delivery replaces its draft. */
  const takeReply = async (
    tx: Handle,
    { awaitsReply, drafts }: Connector,
    roundId: string | undefined,
  ): Promise<ReplyRow | undefined> => {
    if (roundId === undefined || !(awaitsReply || drafts)) return undefined;
    const reply = await findReply(tx, roundId);
    if (reply && reply.draft === null) await deleteReply(tx, roundId);
    return reply;
  };

  /** The draft that the call replaces. `wait`: its message is not known yet. */
  const findDraft = async (draftOf: string | undefined): Promise<string | 'wait' | undefined> => {
    const reply = draftOf === undefined ? undefined : await findReply(db.query, draftOf);
    if (reply?.draft !== unknownDraft) return reply?.draft ?? undefined;
    return Math.abs(clock.nowMs() - (reply.drafted_at ?? 0)) < longestDraftMs ? 'wait' : undefined;
  };

  return {
    /** Undefined if nobody would get it: the chat was erased, or its connection was deleted. */
    route: async (
      tx: Handle,
      { chatId, conversationId, roundId }: ReplyTarget,
      message: ChatMessage,
    ): Promise<ChatRoute | undefined> => {
      const found =
        chatId !== undefined
          ? await findChat(tx, chatId)
          : conversationId === null
            ? undefined
            : await findChatOfConversation(tx, conversationId);
      const connection = found && (await findConnectionRow(tx, found.chat.connection_id));
      const connector = connection && findConnector(connection.platform);
      if (!found || !connector) return undefined;
      const kept = await takeReply(tx, connector, roundId);
      const address = JSON.parse(kept?.address ?? found.chat.address) as InboundMessage['address'];
      const settings = JSON.parse(connection.settings) as Record<string, string>;
      const calls = callsOf(message, found, connector, { address, settings }) as StoredCall[];
      if (kept && kept.draft !== null && calls[0]) {
        calls[0] = { ...calls[0], draftOf: kept.round_id };
        await markDraftUsed(tx, kept.round_id);
      }
      return { connectionId: connection.id, chatId: found.chat.id, calls };
    },

    /** Changes the address of a chat. False if the chat was erased. */
    readdress: async (
      tx: Handle,
      chatId: string,
      change: (address: InboundMessage['address']) => InboundMessage['address'],
    ): Promise<boolean> => {
      const found = await findChat(tx, chatId);
      if (!found) return false;
      const address = JSON.stringify(change(JSON.parse(found.chat.address) as InboundMessage['address']));
      await updateChat(tx, chatId, { address });
      return true;
    },

    /** One call. Rejects only if the signal was aborted. */
    send: async (
      {
        id,
        connectionId,
        chatId,
        conversationId,
        kind,
        body,
      }: {
        id: string;
        connectionId: string;
        chatId: string;
        conversationId: string | null;
        kind: string;
        body: string;
      },
      signal: AbortSignal,
    ): Promise<SendOutcome> => {
      const connection = await connections.find(connectionId);
      const connector = connection && findConnector(connection.platform);
      const found = await findChat(db.query, chatId);
      if (!connection || !connector) return failedCall('', 'The connection was deleted', true);
      if (!found) return failedCall('', 'The chat was erased', true);
      if (connection.status === 'paused') return failedCall('', 'The connection is paused');
      // Only the confirmation itself is sent to somebody who wants no messages.
      if (found.user.opted_out_at !== null && kind !== 'notice')
        return failedCall('', 'The user does not want messages', true);
      const { draftOf, ...call } = JSON.parse(body) as StoredCall;
      const draft = await findDraft(draftOf);
      if (draft === 'wait')
        return {
          ...failedCall('', 'The draft is being sent'),
          isRateLimited: true,
          retryAfterMs: draftWaitMs,
        };
      await pacer.wait({ connectionId, chatId }, connector.limits, signal);
      const outcome = await connector.send(
        call,
        {
          connection: connections.accessOf(connection),
          api: apiOf(connector),
          address: JSON.parse(found.chat.address) as InboundMessage['address'],
          files: { read: readBytes, urlOf },
          deliveryId: id,
          kind,
          conversationId,
          draft,
          nowMs: clock.nowMs(),
        },
        signal,
      );
      if (outcome.isRateLimited) pacer.hold(connectionId, Math.min(outcome.retryAfterMs ?? 0, longestHoldMs));
      if (outcome.chatPauseMs !== undefined)
        pacer.holdChat(chatId, Math.min(outcome.chatPauseMs, longestChatHoldMs));
      if (outcome.isRefused) await connections.noteError(connectionId, outcome.error);
      return outcome;
    },
  };
};

export type ChatDelivery = ReturnType<typeof createChatDelivery>;
