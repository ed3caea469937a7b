import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';
import { cleanHeader } from './clean-header.ts';

export type MailRow = Selectable<Schema['mails']>;
export type MailStatus = MailRow['status'];

/** An e-mail to send. */
export interface NewMail {
  workspaceId: string;
  kind: MailRow['kind'];
  /** The conversation and the message that the e-mail contains. */
  conversationId?: string;
  humanMessageId?: string;
  /** The operator who gets it. */
  operatorId?: string;
  /** Shown before the address of the installation. */
  senderName: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** An e-mail as other modules see it. */
export interface Mail {
  id: string;
  workspaceId: string;
  conversationId: string | null;
  humanMessageId: string | null;
  to: string;
  status: MailStatus;
  /** Why the newest attempt failed. */
  error: string | null;
}

export const toMail = (row: MailRow): Mail => ({
  id: row.id,
  workspaceId: row.workspace_id,
  conversationId: row.conversation_id,
  humanMessageId: row.human_message_id,
  to: row.to_address,
  status: row.status,
  error: row.error,
});

const longestSenderName = 100;
const longestSubject = 200;

/** The row of a new e-mail. `from`: the address of the installation, whose domain is part of the Message-ID. */
export const newMailRow = (
  mail: NewMail,
  { id, nowMs, from }: { id: string; nowMs: number; from: string },
): MailRow => ({
  id,
  workspace_id: mail.workspaceId,
  kind: mail.kind,
  conversation_id: mail.conversationId ?? null,
  human_message_id: mail.humanMessageId ?? null,
  operator_id: mail.operatorId ?? null,
  sender_name: cleanHeader(mail.senderName, longestSenderName),
  to_address: mail.to,
  subject: cleanHeader(mail.subject, longestSubject),
  body_text: mail.text,
  body_html: mail.html,
  message_id: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  status: 'queued',
  error: null,
  created_at: nowMs,
  ended_at: null,
});
