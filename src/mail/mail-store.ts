import type { Handle } from '../db/index.ts';
import type { MailRow } from './mail.ts';

export const insertMail = (tx: Handle, row: MailRow) => tx.insertInto('mails').values(row).execute();

export const findMail = (db: Handle, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

/** Without the bodies, which only the SMTP server gets. */
export const listMailsOf = (db: Handle, conversationId: string): Promise<MailRow[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The bodies are not needed any more. */
export const markSent = (tx: Handle, id: string, nowMs: number) =>
  tx
    .updateTable('mails')
    .set({ status: 'sent', error: null, ended_at: nowMs, body_text: '', body_html: '' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** The bodies are kept, because the job can be retried. */
export const markFailed = (tx: Handle, id: string, { error, nowMs }: { error: string; nowMs: number }) =>
  tx
    .updateTable('mails')
    .set({ status: 'failed', error, ended_at: nowMs })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .returningAll()
    .executeTakeFirst();

export const noteError = (db: Handle, id: string, error: string) =>
  db.updateTable('mails').set({ error }).where('id', '=', id).where('status', '=', 'queued').execute();

/** Mails of conversations are deleted with their conversation. */
export const deleteEndedMails = async (db: Handle, endedBeforeMs: number): Promise<void> => {
  await db
    .deleteFrom('mails')
    .where('conversation_id', 'is', null)
    .where('ended_at', 'is not', null)
    .where('ended_at', '<', endedBeforeMs)
    .execute();
};
