import { createDecipheriv, createHash } from 'node:crypto';
import type { ConnectionAccess, Inbound, InboundRequest } from '../connector.ts';
import { isSameSecret } from '../is-same-secret.ts';

/** The parts of the events that are used. */
export interface FeishuMessage {
  message_id: string;
  create_time: string;
  chat_id: string;
  thread_id?: string;
  chat_type?: string;
  message_type?: string;
  /** JSON, by `message_type`. */
  content?: string;
  mentions?: { key?: string; id?: { open_id?: string }; name?: string }[];
}

export interface FeishuEvent {
  sender: { sender_id?: { open_id?: string } | null; sender_type?: string };
  message: FeishuMessage;
}

interface FeishuEnvelope {
  type?: unknown;
  challenge?: unknown;
  /** Of the verification of the URL. Events have it in the header. */
  token?: unknown;
  header?: { event_type?: unknown; token?: unknown; app_id?: unknown };
  event?: unknown;
}

/**
 * Feishu repeats an event for about seven hours if it was not acknowledged, and does not document that it signs repetitions
 * again. Within this time a repetition is recognised by its message id.
 */
const replayWindowSeconds = 8 * 3600;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export const parseJson = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isSigned = ({ headers, body, nowMs }: InboundRequest, encryptKey: string): boolean => {
  const timestamp = headers['x-lark-request-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > replayWindowSeconds) return false;
  const expected = createHash('sha256')
    .update(timestamp + (headers['x-lark-request-nonce'] ?? '') + encryptKey)
    .update(body)
    .digest('hex');
  return isSameSecret(headers['x-lark-signature'], expected);
};

/** AES-256-CBC. The key is the hash of the encrypt key, the first block is the initialisation vector. */
const decrypt = (encrypted: string, encryptKey: string): string | undefined => {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length < 32) return undefined;
  const key = createHash('sha256').update(encryptKey).digest();
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

const longestId = 200;

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]+$/.test(value) && value.length <= longestId / 2 - 1;

const messageEventOf = (event: unknown): FeishuEvent | undefined => {
  if (!isObject(event) || !isObject(event.sender) || !isObject(event.message)) return undefined;
  const { message_id, chat_id, thread_id, create_time } = event.message;
  const isUsable =
    isId(message_id) &&
    isId(chat_id) &&
    (thread_id === undefined || thread_id === '' || isId(thread_id)) &&
    typeof create_time === 'string' &&
    /^\d{1,15}$/.test(create_time);
  return isUsable ? (event as unknown as FeishuEvent) : undefined;
};

/** A direct chat, a group or a topic of a group. */
const chatKeyOf = ({ chat_id, thread_id, chat_type }: FeishuMessage): string =>
  thread_id && chat_type !== 'p2p' ? `${chat_id}/${thread_id}` : chat_id;

const json = (body: object) => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Requests are encrypted and, except for the verification of the URL, signed. */
export const receiveFeishu = (
  request: InboundRequest,
  { secrets, settings }: Pick<ConnectionAccess, 'secrets' | 'settings'>,
): Inbound => {
  const { encryptKey = '', verificationToken } = secrets;
  const { encrypt } = parseJson(request.body.toString('utf8')) ?? {};
  if (typeof encrypt !== 'string')
    return { kind: 'refused', reason: 'The request is not encrypted with the encrypt key' };
  const isProven = isSigned(request, encryptKey);
  if (!isProven && request.headers['x-lark-signature'] !== undefined)
    return { kind: 'refused', reason: 'The signature is wrong or too old' };
  const envelope = parseJson(decrypt(encrypt, encryptKey) ?? '') as FeishuEnvelope | undefined;
  if (!envelope) return { kind: 'refused', reason: 'The request cannot be decrypted with the encrypt key' };
  const isVerification = envelope.type === 'url_verification';
  const header = isObject(envelope.header) ? (envelope.header as FeishuEnvelope['header']) : undefined;
  const token = isVerification ? envelope.token : header?.token;
  if (!isSameSecret(typeof token === 'string' ? token : undefined, verificationToken))
    return { kind: 'refused', reason: 'The verification token is wrong' };
  if (isVerification)
    return {
      kind: 'answered',
      answer: json({ challenge: String(envelope.challenge ?? '').slice(0, 1000) }),
    };
  if (!isProven) return { kind: 'refused', reason: 'The signature is missing' };
  if (header?.app_id !== settings.appId)
    return { kind: 'refused', reason: 'The event belongs to another app' };
  const event = header?.event_type === 'im.message.receive_v1' ? messageEventOf(envelope.event) : undefined;
  if (!event) return { kind: 'answered', answer: json({}) };
  const { message } = event;
  return {
    kind: 'updates',
    updates: [
      {
        key: message.message_id,
        chatKey: chatKeyOf(message),
        position: Number(message.create_time),
        payload: event,
      },
    ],
    answer: json({}),
  };
};
