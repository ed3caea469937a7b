import type { Agent } from '../agents/index.ts';
import { isConnectorChannel } from '../channels/index.ts';
import type { Handle } from '../db/index.ts';
import type { HumanSessionRow } from './human-session.ts';
import type { SendToUser } from './send-to-user.ts';
import { findTextToUser } from './text-to-user.ts';

/**
 * Pages show that a person was requested. On messaging platforms the user gets a text, unless somebody is not there and the
 * user was asked to leave a message.
 */
export const createTellConnecting =
  ({ sendToUser }: { sendToUser: SendToUser }) =>
  async (
    tx: Handle,
    {
      agent,
      session,
      started,
      message,
    }: { agent: Agent; session: HumanSessionRow; started: boolean; message: string },
  ): Promise<void> => {
    const { status, channel, conversation_id: conversationId } = session;
    if (!started || !isConnectorChannel(channel) || (status !== 'opening' && status !== 'open')) return;
    const text = await findTextToUser(tx, 'connectingText', {
      settings: agent.settings,
      conversationId,
      message,
    });
    if (text !== '') await sendToUser(tx, { agent, session, sender: 'service', text, givenTimestamp: null });
  };

export type TellConnecting = ReturnType<typeof createTellConnecting>;
