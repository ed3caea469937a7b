import { createHash } from 'node:crypto';
import type { FileKind } from '../connector.ts';

/** What is stored of a mail until it is processed. */
export interface EmailPayload {
  kind: 'mail';
  from: string;
  name: string;
  subject: string;
  messageId: string;
  /** Space separated, oldest first. */
  references: string;
  thread: string;
  text: string;
  files: { handle: string; name: string; kind: FileKind; sizeBytes: number }[];
}

export interface BouncePayload {
  kind: 'bounce';
  deliveryId: string;
  error: string;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Header fields by lower-case name. Repeated ones in order, the topmost first. */
export type Headers = ReadonlyMap<string, string[]>;

export const parseHeaders = (bytes: Buffer): Headers => {
  const headers = new Map<string, string[]>();
  const lines = bytes
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
};

const firstOf = (headers: Headers, name: string): string => headers.get(name)?.[0] ?? '';

const messageIds = (text: string): string[] => text.slice(0, 20_000).match(/<[^<>\s]{1,250}>/g) ?? [];

/** Replies of the service name their thread and delivery in their Message-ID. */
export const ownMessageId = (thread: string, deliveryId: string, address: string): string =>
  `<frontdesk.${thread}.${deliveryId}@${address.slice(address.lastIndexOf('@') + 1)}>`;

const ownIds = /<frontdesk\.([0-9a-f]{32})\.([0-9a-f]{24})@[^<>\s]{1,250}>/;

export interface Thread {
  messageId: string;
  references: string[];
  thread: string;
}

const mostReferences = 20;

/** The thread of a mail: of a reply of the service that it answers, otherwise of the first mail that it refers to. */
export const threadOf = (headers: Headers): Thread => {
  const [messageId = ''] = messageIds(firstOf(headers, 'message-id'));
  const known = [
    ...messageIds(firstOf(headers, 'references')),
    ...messageIds(firstOf(headers, 'in-reply-to')),
  ];
  const own = known.map((id) => ownIds.exec(id)?.[1]).find((thread) => thread !== undefined);
  return {
    messageId,
    references: [...new Set(known)].slice(-mostReferences),
    thread: own ?? hashOf(known[0] ?? messageId),
  };
};

/** Why a mail is not answered: programs wrote it. Answers to programs lead to loops. */
export const isAutomatic = (headers: Headers): boolean => {
  const automatic = firstOf(headers, 'auto-submitted').toLowerCase();
  return (
    (automatic !== '' && !automatic.startsWith('no')) ||
    /^(?:bulk|junk|list|auto_reply)/i.test(firstOf(headers, 'precedence')) ||
    ['list-id', 'x-autoreply', 'x-autorespond', 'feedback-id'].some((name) => headers.has(name)) ||
    firstOf(headers, 'return-path') === '<>'
  );
};

/**
 * Whether the mail server of the operator has verified the sender (RFC 8601). Servers remove forged fields of their own name,
 * fields of other names are not looked at.
 */
export const isVerified = (headers: Headers, authServer: string): boolean => {
  const own = (headers.get('authentication-results') ?? []).find(
    (field) => field.split(/[\s;]/, 1)[0]!.toLowerCase() === authServer.toLowerCase(),
  );
  return own !== undefined && /[;\s]dmarc=pass\b/i.test(own);
};

/** A report that a mail of the service did not arrive (RFC 3464). Undefined if it is about something else, or a delay. */
export const readBounce = (report: string): BouncePayload | undefined => {
  const deliveryId = ownIds.exec(report)?.[2];
  const [, status = ''] = /^Status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(report) ?? [];
  if (deliveryId === undefined || !status.startsWith('5')) return undefined;
  const [, reason = ''] = /^Diagnostic-Code:\s*([^\r\n]{1,300})/im.exec(report) ?? [];
  return {
    kind: 'bounce',
    deliveryId,
    error: `The mail was returned: ${status} ${reason}`.replaceAll('\u0000', '').trim(),
  };
};
