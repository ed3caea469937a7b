import { isMailAddress } from '../../../lib/mail-address.ts';
import { EgressError } from '../../../lib/safe-fetch/index.ts';
import {
  type Connector,
  ConnectorError,
  type ConnectorField,
  type InboundMessage,
  type OutgoingFile,
} from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { readCommand } from '../read-command.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import { type Markup, toMarkup } from '../text/to-markup.ts';
import { type BouncePayload, type EmailPayload, ownMessageId } from './email-message.ts';
import { readPart, withMailbox } from './imap.ts';
import { pullEmail } from './pull-email.ts';
import { checkSmtp, connectSmtp, smtpFailure, smtpUrl } from './smtp.ts';

interface EmailCall {
  text: string;
  html: string;
  files: OutgoingFile[];
}

const tags: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['<b>', '</b>'],
  italic: ['<i>', '</i>'],
  strike: ['<s>', '</s>'],
  code: ['<code>', '</code>'],
  block: ['<pre>', '</pre>'],
  quote: ['<blockquote>', '</blockquote>'],
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const htmlMarkup: Markup = {
  escape: (text) => escapeHtml(text).replaceAll('\n', '<br>\n'),
  escapeCode: escapeHtml,
  around: ({ style, href = '' }) =>
    style === 'link' ? [`<a href="${escapeHtml(href)}">`, '</a>'] : tags[style]!,
};

const read: Connector['read'] = (payload) => {
  const given = payload as Partial<EmailPayload> | Partial<BouncePayload>;
  if (given.kind === 'bounce')
    return { kind: 'undelivered', deliveryId: given.deliveryId!, error: given.error! };
  if (given.kind !== 'mail') return { kind: 'ignored' };
  const { from, name, subject, messageId, references, thread, text, files } = given as EmailPayload;
  const command = readCommand(text);
  // The subject of a first mail is part of the question.
  const isFirst = references === '' && subject !== '' && command.command === undefined;
  return {
    kind: 'message',
    message: {
      address: { to: from, subject, messageId, references, thread },
      isGroup: false,
      user: { key: from, name, email: from },
      ...command,
      ...(isFirst && { text: `${subject}\n\n${command.text}`.trim() }),
      files: files.map(({ handle, kind, name: fileName, sizeBytes }) => ({
        handle,
        kind,
        name: fileName,
        sizeBytes,
      })),
    } satisfies InboundMessage,
  };
};

const render: Connector['render'] = ({ text, choices = [], files = [] }) => {
  const listed = choices.map((choice) => `- ${choice}`).join('\n');
  const rich = fromMarkdown([text, listed].filter((part) => part !== '').join('\n\n'));
  const call: EmailCall = { text: rich.text, html: toMarkup(rich, htmlMarkup), files: [...files] };
  return [call];
};

const replySubject = (subject: string): string =>
  /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`.trim();

const send: Connector['send'] = (call, { connection, api, address, files, deliveryId }, signal) => {
  const { text, html, files: given } = call as EmailCall;
  const { settings } = connection;
  const url = smtpUrl(settings);
  return withFailures(url, signal, async () => {
    const attachments = [];
    for (const { fileId, name, mediaType } of given) {
      const content = await files.read(fileId);
      if (!content) throw new UnsendableError(fileDeletedError);
      attachments.push({ filename: name, contentType: mediaType, content: Buffer.from(content) });
    }
    const messageId = String(address.messageId ?? '');
    const transport = await connectSmtp(connection, api);
    const abort = (): void => transport.close();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const sent = await transport.sendMail({
        from: { name: settings.senderName ?? '', address: settings.address! },
        to: { name: '', address: String(address.to) },
        subject: replySubject(String(address.subject ?? '')),
        text,
        html,
        attachments,
        // The same for each attempt, so that mail programs show a repetition once.
        messageId: ownMessageId(String(address.thread), deliveryId, settings.address!),
        ...(messageId === ''
          ? {}
          : { inReplyTo: messageId, references: `${address.references ?? ''} ${messageId}`.trim() }),
        headers: { 'Auto-Submitted': 'auto-replied' },
      });
      return { url, httpStatus: null, error: null, excerpt: sent.response.slice(0, 200), retryAfterMs: null };
    } catch (error) {
      signal.throwIfAborted();
      return smtpFailure(url, error);
    } finally {
      signal.removeEventListener('abort', abort);
      transport.close();
    }
  });
};

const download: Connector['download'] = async (handle, { connection, api }, maxBytes) => {
  const [validity, uid, part] = handle.split(':');
  return withMailbox(connection, api, undefined, async (client) => {
    if (String((client.mailbox as { uidValidity: bigint }).uidValidity) !== validity)
      throw new ConnectorError('The folder of the mail was created again');
    const bytes = await readPart(client, Number(uid), part!, maxBytes + 1);
    if (bytes.length > maxBytes) throw new EgressError('too-large', 'The attachment is too large');
    return bytes;
  });
};

const host = (name: string): ConnectorField => ({
  name,
  isSecret: false,
  maxLength: 253,
  pattern: /[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?/,
  rule: 'a host name, such as mail.example.com',
});

const port = (name: string): ConnectorField => ({
  name,
  isSecret: false,
  maxLength: 5,
  pattern: /[1-9]\d{0,4}/,
  rule: 'a port number',
  isOptional: true,
});

const line = (name: string): ConnectorField => ({
  name,
  isSecret: false,
  maxLength: 200,
  pattern: /[^\p{Cc}]+/u,
  rule: 'one line',
  isOptional: true,
});

/** A mailbox: mails are fetched by IMAP, replies are sent by SMTP. */
export const email: Connector = {
  platform: 'email',
  title: 'E-mail',
  // The contract has no type for e-mail. This one is for people who write to a customer service.
  conversationType: 'CUSTOMER_SERVICE_APP_1',
  userPrefix: 'email',
  fields: [
    { ...line('address'), isOptional: false },
    { ...line('password'), isSecret: true, isOptional: false },
    host('imapHost'),
    port('imapPort'),
    host('smtpHost'),
    port('smtpPort'),
    line('user'),
    line('senderName'),
    line('folder'),
    line('authServer'),
  ],
  // Not called: operators choose the servers, and the egress protection checks them.
  hosts: { api: 'https://email.invalid' },
  limits: { perSecond: 5, perChatMs: 0, fileMb: 10 },
  whilePaused: 'refuse',
  receive: () => ({ kind: 'refused', reason: 'Mails are fetched, not sent to a URL' }),
  pull: pullEmail,
  read,
  render,
  send,
  download,
  identify: async (access, api) => {
    const address = access.settings.address!;
    if (!isMailAddress(address)) throw new ConnectorError('fields.address must be an e-mail address');
    try {
      await withMailbox(access, api, undefined, async () => {});
      await checkSmtp(access, api);
    } catch (error) {
      if (error instanceof EgressError) throw new ConnectorError(error.message);
      throw error;
    }
    const user = access.settings.user || address;
    return { key: `${access.settings.imapHost}/${user}`.toLowerCase().slice(0, 200), name: address };
  },
};
