import { createHmac } from 'node:crypto';
import type { ConnectionAccess, Inbound, InboundEvent, InboundFile, InboundRequest } from '../connector.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { readCommand } from '../read-command.ts';

/** The parts of a message that are used. */
interface DingTalkMessage {
  msgId: string;
  createAt: number;
  conversationId: string;
  /** 1: one person, 2: a group. */
  conversationType: '1' | '2';
  senderId: string;
  /** Absent for people of other organisations. */
  senderStaffId?: string;
  senderNick?: string;
  robotCode?: string;
  sessionWebhook?: string;
  sessionWebhookExpiredTime?: number;
  msgtype: string;
  text?: { content?: unknown };
  content?: unknown;
}

/** DingTalk asks to refuse requests whose time differs by more than an hour. */
const replayWindowMs = 3_600_000;
const longestId = 150;
const longestCode = 4000;

/** The signature covers only the time. */
const isSigned = ({ headers, nowMs }: InboundRequest, clientSecret: string): boolean => {
  const { timestamp = '', sign } = headers;
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp)) > replayWindowMs) return false;
  const expected = createHmac('sha256', clientSecret)
    .update(`${timestamp}\n${clientSecret}`)
    .digest('base64');
  return isSameSecret(sign, expected);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestId && !value.includes('\u0000');

const parseMessage = (body: Buffer): DingTalkMessage | undefined => {
  try {
    const message: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(message)) return undefined;
    const { msgId, createAt, conversationId, conversationType, senderId, msgtype } = message;
    const isUsable =
      isId(msgId) &&
      isId(conversationId) &&
      isId(senderId) &&
      Number.isSafeInteger(createAt) &&
      (conversationType === '1' || conversationType === '2') &&
      typeof msgtype === 'string';
    return isUsable ? (message as unknown as DingTalkMessage) : undefined;
  } catch {
    return undefined;
  }
};

export const receiveDingTalk = (
  request: InboundRequest,
  { secrets, settings }: Pick<ConnectionAccess, 'secrets' | 'settings'>,
): Inbound => {
  if (!isSigned(request, secrets.clientSecret ?? ''))
    return { kind: 'refused', reason: 'The signature is missing, wrong or older than an hour' };
  const message = parseMessage(request.body);
  if (!message) return { kind: 'refused', status: 400, reason: 'The body is not a message of DingTalk' };
  const { robotCode } = message;
  // Older robots send "normal".
  const isOwn =
    robotCode === undefined ||
    robotCode === 'normal' ||
    robotCode === (settings.robotCode || settings.clientId);
  if (!isOwn) return { kind: 'refused', reason: 'The message belongs to another robot' };
  const answer = { contentType: 'application/json; charset=utf-8', body: '{}' };
  return {
    kind: 'updates',
    updates: [
      {
        key: message.msgId,
        chatKey: message.conversationId,
        position: message.createAt,
        payload: message,
      },
    ],
    answer,
  };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const fileOf = (kind: InboundFile['kind'], code: unknown, name?: unknown): InboundFile[] =>
  typeof code === 'string' && code !== '' && code.length <= longestCode
    ? [{ kind, handle: code, ...(typeof name === 'string' && name !== '' ? { name } : {}) }]
    : [];

interface Content {
  text: string;
  files: InboundFile[];
  isUnsupported?: boolean;
}

const readRichText = (parts: unknown): Content => {
  const files: InboundFile[] = [];
  const texts: string[] = [];
  for (const part of Array.isArray(parts) ? parts.filter(isObject) : [])
    if (part.type === 'picture') files.push(...fileOf('image', part.downloadCode));
    else texts.push(textOf(part.text));
  return { text: texts.join('').trim(), files };
};

const readContent = ({ msgtype, text, content }: DingTalkMessage): Content => {
  const given = isObject(content) ? content : {};
  switch (msgtype) {
    case 'text':
      return { text: textOf(text?.content).trim(), files: [] };
    case 'richText':
      return readRichText(given.richText);
    case 'picture':
      return { text: '', files: fileOf('image', given.downloadCode) };
    case 'audio':
      // DingTalk sends what was said. The recording is AMR, which the service cannot decode.
      return textOf(given.recognition) === ''
        ? { text: '', files: fileOf('audio', given.downloadCode) }
        : { text: textOf(given.recognition), files: [] };
    case 'file':
      return { text: '', files: fileOf('document', given.downloadCode, given.fileName) };
    default:
      return { text: '', files: [], isUnsupported: true };
  }
};

export const readDingTalk = (payload: unknown): InboundEvent => {
  const message = payload as Partial<DingTalkMessage>;
  if (message.msgId === undefined) return { kind: 'ignored' };
  const { conversationId, conversationType, senderId, senderStaffId, senderNick } =
    message as DingTalkMessage;
  // In groups, robots get only messages that name them.
  const isGroup = conversationType === '2';
  const staffId = isId(senderStaffId) ? senderStaffId : null;
  const { sessionWebhook, sessionWebhookExpiredTime } = message;
  const { text, ...more } = readContent(message as DingTalkMessage);
  return {
    kind: 'message',
    message: {
      address: {
        conversationId: isGroup ? conversationId : null,
        staffId,
        // The only way to answer people of other organisations.
        webhook: !isGroup && staffId === null ? textOf(sessionWebhook).slice(0, 1000) : null,
        webhookUntilMs: Number.isSafeInteger(sessionWebhookExpiredTime) ? sessionWebhookExpiredTime! : 0,
      },
      isGroup,
      user: { key: staffId ?? senderId, name: textOf(senderNick) || undefined },
      ...readCommand(text),
      ...more,
    },
  };
};
