import { isId as isDeliveryId } from '../../../lib/ids.ts';
import type { InboundEvent, InboundFile } from '../connector.ts';
import { readCommand } from '../read-command.ts';
import { explainFailType } from './wechat-errors.ts';

/** The parts of a message or event that are used. */
export interface WeChatMessage {
  msgid: string;
  /** Absent in events, which have their own. */
  open_kfid?: string;
  external_userid?: string;
  /** Seconds. */
  send_time: number;
  /** 3: a user, 4: an event, 5: a person in WeCom. */
  origin: number;
  msgtype: string;
  text?: { content?: unknown };
  image?: { media_id?: unknown };
  voice?: { media_id?: unknown };
  file?: { media_id?: unknown };
  location?: { latitude?: unknown; longitude?: unknown; name?: unknown; address?: unknown };
  link?: { title?: unknown; url?: unknown };
  event?: {
    event_type?: unknown;
    open_kfid?: unknown;
    external_userid?: string;
    welcome_code?: unknown;
    fail_msgid?: unknown;
    fail_type?: unknown;
  };
}

const ofUser = 3;
/** A welcome has to be sent within 20 seconds. */
const welcomeMs = 20_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w@.-]{1,128}$/.test(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Messages of users, and events about the arrival of a user and failed messages. */
export const isStored = (message: unknown, openKfId: string): message is WeChatMessage => {
  if (!isObject(message) || !isId(message.msgid) || !Number.isSafeInteger(message.send_time)) return false;
  if (message.msgtype !== 'event')
    return message.origin === ofUser && message.open_kfid === openKfId && isId(message.external_userid);
  const { event } = message;
  return (
    isObject(event) &&
    event.open_kfid === openKfId &&
    isId(event.external_userid) &&
    ((event.event_type === 'enter_session' && textOf(event.welcome_code) !== '') ||
      // Messages of people in WeCom can fail too.
      (event.event_type === 'msg_send_fail' && isDeliveryId(textOf(event.fail_msgid))))
  );
};

const fileOf = (kind: InboundFile['kind'], content: { media_id?: unknown } | undefined): InboundFile[] =>
  typeof content?.media_id === 'string' ? [{ kind, handle: content.media_id }] : [];

const readContent = (
  message: WeChatMessage,
): { text: string; files: InboundFile[]; isUnsupported?: boolean } => {
  const { msgtype, location, link } = message;
  switch (msgtype) {
    case 'text':
      return { text: textOf(message.text?.content), files: [] };
    case 'image':
      return { text: '', files: fileOf('image', message.image) };
    case 'voice':
      return { text: '', files: fileOf('audio', message.voice) };
    case 'file':
      return { text: '', files: fileOf('document', message.file) };
    case 'location':
      return {
        text: [
          textOf(location?.name),
          textOf(location?.address),
          `${String(location?.latitude)}, ${String(location?.longitude)}`,
        ]
          .filter((line) => line !== '')
          .join('\n'),
        files: [],
      };
    case 'link':
      return { text: `${textOf(link?.title)}\n${textOf(link?.url)}`.trim(), files: [] };
    default:
      return { text: '', files: [], isUnsupported: true };
  }
};

export const readWeChat = (payload: unknown): InboundEvent => {
  const message = payload as Partial<WeChatMessage>;
  if (message.msgid === undefined) return { kind: 'ignored' };
  const { event, send_time = 0, external_userid: userId } = message;
  if (event?.event_type === 'msg_send_fail')
    return {
      kind: 'undelivered',
      deliveryId: String(event.fail_msgid),
      error: explainFailType(event.fail_type),
    };
  if (event)
    return {
      kind: 'message',
      message: {
        address: {
          userId: event.external_userid ?? '',
          receivedAtMs: null,
          welcomeCode: textOf(event.welcome_code).slice(0, 500),
          welcomeUntilMs: send_time * 1000 + welcomeMs,
        },
        isGroup: false,
        isArrival: true,
        user: { key: event.external_userid ?? '' },
        text: '',
        files: [],
      },
    };
  if (userId === undefined) return { kind: 'ignored' };
  const { text, ...more } = readContent(message as WeChatMessage);
  return {
    kind: 'message',
    message: {
      address: { userId, receivedAtMs: send_time * 1000, welcomeCode: null, welcomeUntilMs: 0 },
      isGroup: false,
      user: { key: userId },
      ...readCommand(text),
      ...more,
    },
  };
};
