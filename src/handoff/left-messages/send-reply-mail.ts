import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Mailer } from '../../mail/index.ts';
import type { HumanMessage, HumanSessionRow } from '../human-session.ts';
import { findUserLanguages } from '../text-to-user.ts';
import { replyMail } from './reply-mail.ts';

/** The part of the mailer that replies to left messages need. */
export type ReplyMailer = Pick<Mailer, 'isConfigured' | 'readsAnswers' | 'enqueue'>;

interface SentReply {
  agent: Agent;
  session: HumanSessionRow;
  message: HumanMessage;
}

/**
 * Sends an operator's reply to a left message by e-mail too. Part of the transaction of the reply, and the only place that sends
 * e-mail to an address of a user.
 */
export const createSendReplyMail =
  ({ mailer, baseUrl }: { mailer: ReplyMailer; baseUrl: string }) =>
  async (tx: Handle, { agent, session, message }: SentReply): Promise<void> => {
    if (!mailer.isConfigured) return;
    const languages = await findUserLanguages(tx, {
      conversationId: session.conversation_id,
      message: message.text,
    });
    const mail = replyMail({
      agent,
      session,
      message,
      languages,
      baseUrl,
      readsAnswers: mailer.readsAnswers,
    });
    if (mail) await mailer.enqueue(tx, mail);
  };

export type SendReplyMail = ReturnType<typeof createSendReplyMail>;
