import type { Handle } from '../db/index.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { withFileNames } from './files-of-call.ts';
import type { HumanMessage } from './human-session.ts';
import type { SendReplyMail } from './left-messages/send-reply-mail.ts';
import type { OpenHumanSession } from './open-human-session.ts';
import type { OutgoingMessage, SendToUser } from './send-to-user.ts';

interface ReplyOfPerson extends Omit<OutgoingMessage, 'sender'> {
  /** Part of the transaction that stores the reply. */
  keepFiles: ((tx: Handle) => Promise<void>) | undefined;
}

/** Sends a person's reply to the user and restarts the timeout. The caller holds the lock. */
export const createSendReply =
  ({
    open,
    sendToUser,
    sendMail,
  }: {
    open: OpenHumanSession;
    sendToUser: SendToUser;
    sendMail: SendReplyMail;
  }) =>
  async (tx: Handle, { keepFiles, ...reply }: ReplyOfPerson): Promise<HumanMessage> => {
    const session = await open(tx, reply.session, {
      replyText: withFileNames(reply.text, reply.files ?? []),
    });
    const message = await sendToUser(tx, { ...reply, session, sender: 'human' });
    if (session.status === 'left_message')
      await sendMail(tx, { agent: reply.agent, session, message, files: reply.files ?? [] });
    await keepFiles?.(tx);
    faultPoint('handoff-replying');
    return message;
  };

export type SendReply = ReturnType<typeof createSendReply>;
