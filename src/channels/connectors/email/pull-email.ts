import { isMailAddress } from '../../../lib/mail-address.ts';
import type { FileKind, PlatformPull, PlatformUpdate, PullContext, PullOutcome } from '../connector.ts';
import { ConnectorError } from '../connector.ts';
import { countSender, type EmailCursor, parseCursor } from './email-cursor.ts';
import {
  type BouncePayload,
  type EmailPayload,
  type Headers,
  hashOf,
  isAutomatic,
  isVerified,
  parseHeaders,
  readBounce,
  threadOf,
} from './email-message.ts';
import { ownText, textOfHtml } from './email-text.ts';
import { type FetchMessageObject, ImapRefusedError, partsOf, readPart, withMailbox } from './imap.ts';

type Client = Parameters<Parameters<typeof withMailbox>[3]>[0];
type Part = ReturnType<typeof partsOf>[number];

const everyMs = 30_000;
const mailsAtOnce = 20;
const longestTextBytes = 256 * 1024;
const longestReportBytes = 32 * 1024;
const mostFiles = 9;
const dayMs = 24 * 60 * 60 * 1000;

const clean = (text: string, most: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

const fileNameOf = ({ dispositionParameters, parameters }: Part): string | undefined =>
  dispositionParameters?.filename ?? parameters?.name;

const isFile = (part: Part): boolean =>
  part.disposition === 'attachment' || (fileNameOf(part) !== undefined && !part.type.startsWith('text/'));

/** Logos inside of the text are no files of the sender. */
const isEmbedded = (part: Part): boolean =>
  part.type.startsWith('image/') && part.id !== undefined && part.disposition !== 'attachment';

const kindOf = (type: string): FileKind =>
  type.startsWith('image/') ? 'image' : type.startsWith('audio/') ? 'audio' : 'document';

const readText = async (client: Client, uid: number, parts: readonly Part[]): Promise<string> => {
  const texts = parts.filter((part) => !isFile(part));
  const plain = texts.find(({ type }) => type === 'text/plain');
  const chosen = plain ?? texts.find(({ type }) => type === 'text/html');
  if (!chosen) return '';
  const text = (await readPart(client, uid, chosen.part, longestTextBytes)).toString('utf8').toWellFormed();
  return ownText(plain ? text : textOfHtml(text));
};

const readReport = async (
  client: Client,
  uid: number,
  parts: readonly Part[],
): Promise<BouncePayload | undefined> => {
  let report = '';
  for (const { type, part } of parts.slice(0, 5))
    if (/^(?:message\/|text\/rfc822)/.test(type))
      report += `${(await readPart(client, uid, part, longestReportBytes)).toString('latin1')}\n`;
  return readBounce(report);
};

interface Mail {
  mail: FetchMessageObject;
  headers: Headers;
  parts: Part[];
}

const payloadOf = async (
  client: Client,
  { mail: { uid, envelope }, headers, parts }: Mail,
  from: { address: string; name: string },
  validity: string,
): Promise<EmailPayload> => {
  const { messageId, references, thread } = threadOf(headers);
  const files = parts.filter((part) => isFile(part) && !isEmbedded(part)).slice(0, mostFiles);
  return {
    kind: 'mail',
    from: from.address,
    name: clean(from.name, 200),
    subject: clean(envelope?.subject ?? '', 200),
    messageId,
    references: references.join(' ').slice(-2000),
    thread,
    text: await readText(client, uid, parts),
    files: files.map((part) => ({
      handle: `${validity}:${uid}:${part.part}`,
      name: clean(fileNameOf(part) ?? 'attachment', 200),
      kind: kindOf(part.type),
      // The size is that of the encoded text.
      sizeBytes: Math.floor((part.size ?? 0) * (part.encoding === 'base64' ? 0.72 : 1)),
    })),
  };
};

/** Undefined for mails that are not answered. */
const readMail = async (
  client: Client,
  mail: FetchMessageObject,
  cursor: EmailCursor,
  { connection: { settings }, nowMs }: PullContext,
): Promise<PlatformUpdate | undefined> => {
  const headers = parseHeaders(mail.headers ?? Buffer.alloc(0));
  const one: Mail = { mail, headers, parts: partsOf(mail.bodyStructure) };
  const { messageId, thread } = threadOf(headers);
  const key = messageId === '' ? `${cursor.validity}:${mail.uid}` : hashOf(messageId);
  const sender = mail.envelope?.from?.[0];
  const address = (sender?.address ?? '').toLowerCase();
  const isReport = mail.bodyStructure?.type === 'multipart/report';
  if (isReport || /^(?:mailer-daemon|postmaster)@/.test(address)) {
    const bounce = await readReport(client, mail.uid, one.parts);
    return bounce && { key, chatKey: `bounce ${bounce.deliveryId}`, position: mail.uid, payload: bounce };
  }
  if (!isMailAddress(address) || address === settings.address!.toLowerCase() || isAutomatic(headers))
    return undefined;
  if (settings.authServer && !isVerified(headers, settings.authServer)) return undefined;
  if (!countSender(cursor, hashOf(address).slice(0, 16), nowMs)) return undefined;
  const payload = await payloadOf(client, one, { address, name: sender?.name ?? '' }, cursor.validity);
  return { key, chatKey: thread, position: mail.uid, payload };
};

const wanted = {
  uid: true,
  envelope: true,
  bodyStructure: true,
  headers: [
    'message-id',
    'in-reply-to',
    'references',
    'auto-submitted',
    'precedence',
    'list-id',
    'x-autoreply',
    'x-autorespond',
    'feedback-id',
    'return-path',
    'authentication-results',
  ],
};

const pullMails = async (client: Client, context: PullContext): Promise<PullOutcome> => {
  const mailbox = client.mailbox as { uidValidity: bigint; uidNext: number };
  const validity = String(mailbox.uidValidity);
  const before = parseCursor(context.cursor);
  // Mails that were there before the connection are not answered.
  if (!before) {
    const cursor: EmailCursor = { validity, uid: mailbox.uidNext - 1, senders: {}, hour: 0 };
    return { kind: 'pulled', updates: [], cursor: JSON.stringify(cursor) };
  }
  const cursor: EmailCursor = { ...before, validity, senders: { ...before.senders } };
  const isSame = before.validity === validity;
  // The folder was created again. Mails of the last day that were answered are recognised by their Message-ID.
  const query = isSame ? { uid: `${before.uid + 1}:*` } : { since: new Date(context.nowMs - dayMs) };
  const found = (await client.search(query, { uid: true })) || [];
  const uids = found.filter((uid) => !isSame || uid > before.uid).sort((a, b) => a - b);
  const page = uids.slice(0, mailsAtOnce);
  const updates: PlatformUpdate[] = [];
  for (const uid of page) {
    const mail = await client.fetchOne(String(uid), wanted, { uid: true });
    const update = mail && (await readMail(client, mail, cursor, context));
    if (update) updates.push(update);
  }
  const isMore = uids.length > page.length;
  cursor.uid = page.at(-1) ?? (isSame ? before.uid : mailbox.uidNext - 1);
  return { kind: 'pulled', updates, cursor: JSON.stringify(cursor), isMore };
};

export const pullEmail: PlatformPull = {
  everyMs,
  fetch: async (context, signal) => {
    try {
      return await withMailbox(context.connection, context.api, signal, (client) =>
        pullMails(client, context),
      );
    } catch (error) {
      if (error instanceof ImapRefusedError) return { kind: 'failed', error: error.message, isRefused: true };
      if (error instanceof ConnectorError) return { kind: 'failed', error: error.message };
      throw error;
    }
  },
};
