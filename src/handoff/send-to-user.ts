import type { Agent } from '../agents/index.ts';
import { isConnectorChannel } from '../channels/index.ts';
import { increaseHumanVersion } from '../conversations/index.ts';
import { afterCommit, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { appendHumanText, encodeFiles, type FilePart, findNewestRound } from '../rounds/index.ts';
import { noTokens, type Usage } from '../usage/index.ts';
import type { NewDelivery } from '../webhooks/index.ts';
import { withFileNames, withFiles } from './files-of-call.ts';
import {
  findHandoffConversation,
  type HandoffConversation,
  insertMessage,
} from './handoff-conversation-store.ts';
import { type HumanMessage, type HumanSessionRow, toHumanMessage } from './human-session.ts';
import { isLiveChannel } from './may-take-over.ts';
import type { TellChat } from './tell-chat.ts';

/** Sender of a reply, where an agent's reply names its component. */
export const humanServiceName = 'Human service';

/** A message to the user before it is formatted for a version of the API. */
export interface MessageToUser {
  conversationId: string;
  messageId: string;
  answerId: string;
  endedAtMs: number;
  outputs: { text: string; branch: string; componentName: string; audio: [] }[];
  usage: Usage;
}

interface SendDependencies {
  enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>;
  tellChat: Pick<TellChat, 'message'>;
  clock: Clock;
  present: (version: 1 | 2, reply: MessageToUser) => object;
  onHumanMessage: ((message: HumanMessage) => void)[];
  fileUrl: (fileId: string) => Promise<string>;
  publicNameOf: (tx: Handle, operatorId: string) => Promise<string | null>;
}

export interface OutgoingMessage {
  agent: Agent;
  session: HumanSessionRow;
  sender: 'human' | 'service';
  text: string;
  files?: readonly FilePart[];
  givenTimestamp: number | null;
  /** If the caller has to know it before. */
  messageId?: string | undefined;
  /** Who wrote it in the inbox. */
  operatorId?: string | undefined;
}

const noUsage = (): Usage => ({
  tokens: noTokens(),
  credits: { textInputNano: 0, textOutputNano: 0, audioInputNano: 0, audioOutputNano: 0 },
});

/** Stores a message of a person (or of the service instead) and sends it to the user. */
export const createSendToUser = ({
  enqueue,
  tellChat,
  clock,
  present,
  onHumanMessage,
  fileUrl,
  publicNameOf,
}: SendDependencies) => {
  const deliver = async (
    tx: Handle,
    { agent, session, sender, files = [] }: OutgoingMessage,
    conversation: HandoffConversation,
    message: HumanMessage,
  ): Promise<void> => {
    if (isConnectorChannel(conversation.channel))
      return tellChat.message(tx, { agent, session, sender, text: message.text, files });
    const kind = sender === 'human' ? 'human_reply' : 'reply';
    const newest = await findNewestRound(tx, conversation.id);
    const { conversationId, messageId, answerId, text, createdAtMs } = message;
    const componentName = sender === 'human' ? humanServiceName : agent.name;
    const body = present(newest?.api_version ?? 2, {
      conversationId,
      messageId,
      answerId,
      endedAtMs: createdAtMs,
      outputs: [{ text, branch: '', componentName, audio: [] }],
      usage: noUsage(),
    });
    const withAddresses = { ...body, ...(await withFiles(files, fileUrl)) };
    await enqueue(tx, { agent, conversationId, kind, target: 'message', body: withAddresses });
  };

  return async (tx: Handle, outgoing: OutgoingMessage): Promise<HumanMessage> => {
    const nowMs = clock.nowMs();
    const { agent, session, sender, text, files = [], givenTimestamp, messageId = newId(nowMs) } = outgoing;
    const conversation = await findHandoffConversation(tx, session.conversation_id);
    const row = await insertMessage(tx, {
      id: messageId,
      answer_id: newId(nowMs),
      agent_id: agent.id,
      conversation_id: conversation.id,
      session_id: session.id,
      sender,
      text,
      after_sequence: conversation.message_count,
      given_timestamp: givenTimestamp,
      files: encodeFiles(files),
      operator_id: outgoing.operatorId ?? null,
      person_name: outgoing.operatorId ? await publicNameOf(tx, outgoing.operatorId) : null,
      created_at: nowMs,
    });
    if (sender === 'human') {
      await appendHumanText(tx, {
        conversationId: conversation.id,
        sequence: conversation.message_count,
        text: withFileNames(text, files),
      });
      await increaseHumanVersion(tx, conversation.id);
    }
    const message = toHumanMessage(row);
    // In the other channels the service itself shows it to the user.
    if (!isLiveChannel(conversation.channel)) await deliver(tx, outgoing, conversation, message);
    afterCommit(tx, () => {
      for (const listener of onHumanMessage) listener(message);
    });
    return message;
  };
};

export type SendToUser = ReturnType<typeof createSendToUser>;
