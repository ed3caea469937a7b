import type { Agent } from '../agents/index.ts';
import { isConnectorChannel } from '../channels/index.ts';
import type { Handle } from '../db/index.ts';
import { decodeFiles, type FilePart, findRound } from '../rounds/index.ts';
import type { NewChatDelivery } from '../webhooks/index.ts';
import { listSessionMessages } from './handoff-conversation-store.ts';
import type { HandledRound } from './handoff-messages.ts';
import type { HumanSessionRow } from './human-session.ts';
import { findHumanSessionByTrigger } from './human-session-store.ts';

interface MessageToChat {
  agent: Agent;
  session: HumanSessionRow;
  sender: 'human' | 'service';
  text: string;
  files: readonly FilePart[];
}

/**
 * Messages of a human session to a chat of a messaging platform. A round that requests a person starts the session before its
 * own reply, such as "I am connecting you", is stored. What belongs to the session is held until then, because the platform
 * shows messages in the order of sending. The caller holds the lock of the conversation's sessions.
 */
export const createTellChat = ({
  enqueueToChat,
}: {
  enqueueToChat: (tx: Handle, delivery: NewChatDelivery) => Promise<void>;
}) => {
  const isHeld = async (tx: Handle, { trigger_round_id: roundId }: HumanSessionRow): Promise<boolean> =>
    roundId !== null && (await findRound(tx, roundId))?.status === 'running';

  const send = (tx: Handle, { agent, session, sender, text, files }: MessageToChat): Promise<void> =>
    enqueueToChat(tx, {
      agent,
      conversationId: session.conversation_id,
      kind: sender === 'human' ? 'human_reply' : 'reply',
      message: { text, files: files.map(({ type, ...file }) => ({ ...file, kind: type })) },
    });

  const sendEnd = (tx: Handle, agent: Agent, { conversation_id }: HumanSessionRow): Promise<void> =>
    // Not a notice: users who want no messages do not get it.
    enqueueToChat(tx, {
      agent,
      conversationId: conversation_id,
      kind: 'reply',
      message: { notice: 'humanLeft' },
    });

  return {
    message: async (tx: Handle, message: MessageToChat): Promise<void> => {
      if (!(await isHeld(tx, message.session))) await send(tx, message);
    },

    /** Somebody else than the user ended a session in which the agent was silent. `session` is the state before. */
    ended: async (tx: Handle, agent: Agent, session: HumanSessionRow): Promise<void> => {
      const { channel, status } = session;
      const isSilent = status === 'opening' || status === 'open';
      if (isConnectorChannel(channel) && isSilent && !(await isHeld(tx, session)))
        await sendEnd(tx, agent, session);
    },

    /** Sends what was held for the reply of this round, which the caller has just stored. */
    release: async (tx: Handle, agent: Agent, round: HandledRound): Promise<void> => {
      if (!isConnectorChannel(round.channel)) return;
      const session = await findHumanSessionByTrigger(tx, {
        conversationId: round.conversationId,
        roundId: round.id,
      });
      if (!session) return;
      for (const { sender, text, files } of await listSessionMessages(tx, session.id))
        await send(tx, { agent, session, sender, text, files: decodeFiles(files) });
      const { status, close_reason: reason, leave_reason: left } = session;
      if (status === 'closed' && reason !== 'USER_CLOSED' && left === null) await sendEnd(tx, agent, session);
    },
  };
};

export type TellChat = ReturnType<typeof createTellChat>;
