import type { MailSettings } from '../config/index.ts';
import type { Database, Handle } from '../db/index.ts';
import { type Jobs, PermanentJobError } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import { isMailAddress } from '../lib/mail-address.ts';
import { type Mail, type MailRow, type NewMail, newMailRow, toMail } from './mail.ts';
import {
  deleteEndedMails,
  findMail,
  insertMail,
  listMailsOf,
  markFailed,
  markSent,
  noteError,
} from './mail-store.ts';
import { createSmtp, type Smtp } from './smtp.ts';
import { describeSmtpError, isRefused } from './smtp-error.ts';

interface MailerDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  /** undefined: e-mail is not set up. */
  settings: MailSettings | undefined;
  /** Replaces the connection to the server, for tests. */
  smtp?: Smtp;
}

/** Part of the transaction that stores the end. */
type EndListener = (tx: Handle, mail: Mail) => Promise<void>;

const queue = 'mail';
/** Much longer than an attempt can take. */
const leaseMs = 120_000;
/** Few, so that servers do not refuse too many connections. */
const concurrency = 3;
const minuteMs = 60_000;
/** Delays between attempts. About a day in total. */
const delaysMs = [
  10_000,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  ...[1, 3, 6, 12].map((h) => h * 60 * minuteMs),
];
/** Longer than the longest reply with the quoted message. */
const longestBody = 400_000;

/**
 * Sends e-mails by the SMTP server of the installation, at least once: an e-mail is stored with a job in the
 * transaction of its event, and every attempt has the same Message-ID.
 *
 * | State | Event | Next state |
 * |---|---|---|
 * | queued | the server accepts it | sent |
 * | queued | the server refuses the recipient or the content for good | failed |
 * | queued | anything else: no connection, temporary refusal, wrong password, time-out | queued, next attempt after 10 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h |
 * | queued | the same after the last of these | failed |
 * | failed | an operator retries the job | sent or failed |
 */
export const createMailer = ({ db, clock, jobs, settings, smtp: givenSmtp }: MailerDependencies) => {
  const smtp = givenSmtp ?? (settings && createSmtp({ settings }));
  const onEnded: EndListener[] = [];

  const attempt = async (mailId: string): Promise<void> => {
    const mail = await findMail(db.query, mailId);
    // Erased, or sent by an attempt whose end was not recorded.
    if (!mail || mail.status === 'sent') return;
    try {
      if (!smtp) throw new Error('E-mail is not set up: FRONTDESK_SMTP_HOST is not set');
      faultPoint('mail-sending');
      await smtp.send(mail);
      faultPoint('mail-accepted');
    } catch (error) {
      const reason = describeSmtpError(error);
      await noteError(db.query, mailId, reason);
      throw isRefused(error) ? new PermanentJobError(reason) : new Error(reason);
    }
  };

  const reportEnd = async (tx: Handle, row: MailRow | undefined): Promise<void> => {
    if (row) for (const listener of onEnded) await listener(tx, toMail(row));
  };

  jobs.define<{ mailId: string }>(
    queue,
    async ({ mailId }, context) => {
      await context.requireLease();
      await attempt(mailId);
      await db.transaction(async (tx) => {
        await context.completeIn(tx);
        await reportEnd(tx, await markSent(tx, mailId, clock.nowMs()));
        faultPoint('mail-marking');
      });
    },
    {
      concurrency,
      leaseMs,
      maxAttempts: delaysMs.length + 1,
      retryDelayMs: (failures) => delaysMs[Math.min(failures, delaysMs.length) - 1]!,
      onGivenUp: ({ mailId }, error) =>
        db.transaction(async (tx) => {
          const failure = { error: describeSmtpError(error), nowMs: clock.nowMs() };
          await reportEnd(tx, await markFailed(tx, mailId, failure));
        }),
    },
  );

  return {
    /** Whether the installation can send e-mail. */
    isConfigured: settings !== undefined,
    /** Whether somebody reads answers to e-mails. */
    readsAnswers: settings?.replyTo !== undefined,

    /** Part of the caller's transaction: the e-mail is sent if that commits. Returns its ID. */
    enqueue: async (tx: Handle, mail: NewMail): Promise<string> => {
      if (!settings)
        throw new AppError('invalidParameter', 'E-mail is not set up: the installation has no SMTP server');
      if (!isMailAddress(mail.to))
        throw new AppError('invalidParameter', 'The e-mail address of the recipient is not valid');
      if (mail.text.length > longestBody || mail.html.length > longestBody * 4)
        throw new AppError('invalidParameter', 'The e-mail is too long');
      const nowMs = clock.nowMs();
      const id = newId(nowMs);
      await insertMail(tx, newMailRow(mail, { id, nowMs, from: settings.from }));
      const { workspaceId, conversationId } = mail;
      // The conversation is named so that erasing it deletes a failed job, whose error may contain the address.
      await jobs.enqueue(tx, queue, { mailId: id, conversationId }, { id, workspaceId });
      return id;
    },

    /** E-mails of a conversation, oldest first. */
    listOf: async (conversationId: string): Promise<Mail[]> =>
      (await listMailsOf(db.query, conversationId)).map(toMail),

    /** Must be called before the jobs start. */
    onEnded: (listener: EndListener): void => void onEnded.push(listener),

    /** Deletes e-mails without a conversation that ended before that time. */
    sweep: (endedBeforeMs: number): Promise<void> => deleteEndedMails(db.query, endedBeforeMs),
  };
};

export type Mailer = ReturnType<typeof createMailer>;
