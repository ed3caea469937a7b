import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Mailer } from '../../mail/index.ts';
import type { FilePart } from '../../rounds/index.ts';
import type { HumanMessage, HumanSessionRow } from '../human-session.ts';
import { findUserLanguages } from '../text-to-user.ts';
import { replyMail } from './reply-mail.ts';

/** The part of the mailer that replies to left messages need. */
export type ReplyMailer = Pick<Mailer, 'isConfigured' | 'readsAnswers' | 'enqueue'>;

interface ReplyMailDependencies {
  mailer: ReplyMailer;
  /** Public URL of the service. */
  baseUrl: string;
  fileUrl: (fileId: string) => Promise<string>;
}

interface SentReply {
  agent: Agent;
  session: HumanSessionRow;
  message: HumanMessage;
  files: readonly FilePart[];
}

/**
 * Sends an operator's reply to a left message by e-mail too. Part of the transaction of the reply, and the only place that sends
 * e-mail to an address of a user.
 */
export const createSendReplyMail =
  ({ mailer, baseUrl, fileUrl }: ReplyMailDependencies) =>
  async (tx: Handle, { agent, session, message, files }: SentReply): Promise<void> => {
    if (!mailer.isConfigured) return;
    const languages = await findUserLanguages(tx, {
      conversationId: session.conversation_id,
      message: message.text,
    });
    const mail = replyMail({
      agent,
      session,
      message,
      files: await Promise.all(files.map(async ({ name, fileId }) => ({ name, url: await fileUrl(fileId) }))),
      languages,
      baseUrl,
      readsAnswers: mailer.readsAnswers,
    });
    if (mail) await mailer.enqueue(tx, mail);
  };

export type SendReplyMail = ReturnType<typeof createSendReplyMail>;
