import type { Account, InboundEvent, InboundFile } from '../connector.ts';
import { readCommand } from '../read-command.ts';
import { type FeishuEvent, type FeishuMessage, isObject, parseJson } from './feishu-event.ts';

interface Content {
  text: string;
  files: InboundFile[];
  isUnsupported?: boolean;
}

/** Id of the bot's user. */
const botUserOf = ({ key }: Account): string => key.split('/')[1] ?? '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Texts contain people as @_user_1. The bot's own name is omitted. */
const namePeople = (text: string, mentions: FeishuMessage['mentions'], botUser: string): string => {
  const names = new Map(
    (mentions ?? []).map(({ key, id, name }) => [key, id?.open_id === botUser ? '' : `@${textOf(name)}`]),
  );
  return text.replace(/@_user_\d+|@_all/g, (key) => names.get(key) ?? (key === '@_all' ? '@all' : '')).trim();
};

/** `handle`: what the download needs. Keys are checked there. */
const fileOf = (
  { message_id }: FeishuMessage,
  kind: InboundFile['kind'],
  key: unknown,
  name?: unknown,
): InboundFile[] =>
  typeof key === 'string'
    ? [
        {
          kind,
          handle: `${message_id}/${kind === 'image' ? 'image' : 'file'}/${key}`,
          ...(typeof name === 'string' && name !== '' ? { name } : {}),
        },
      ]
    : [];

/** A formatted text: paragraphs of elements. */
const readPost = (message: FeishuMessage, { title, content }: Record<string, unknown>): Content => {
  const files: InboundFile[] = [];
  let isUnsupported = false;
  const elementText = (element: Record<string, unknown>): string => {
    switch (element.tag) {
      case 'a':
        return element.text === element.href || element.text === ''
          ? textOf(element.href)
          : `${textOf(element.text)} (${textOf(element.href)})`;
      case 'at':
        // Same notation as in plain texts, or a name.
        return textOf(element.user_id).startsWith('@_')
          ? textOf(element.user_id)
          : `@${textOf(element.user_name)}`;
      case 'img':
        files.push(...fileOf(message, 'image', element.image_key));
        return '';
      case 'media':
        isUnsupported = true;
        return '';
      case 'code_block':
        return `\n${textOf(element.text)}\n`;
      default:
        return textOf(element.text);
    }
  };
  const paragraphs = (Array.isArray(content) ? content : []).map((paragraph: unknown) =>
    (Array.isArray(paragraph) ? paragraph : []).filter(isObject).map(elementText).join(''),
  );
  return { text: [textOf(title), ...paragraphs].join('\n').trim(), files, isUnsupported };
};

const readContent = (message: FeishuMessage): Content => {
  const content = parseJson(message.content ?? '') ?? {};
  switch (message.message_type) {
    case 'text':
      return { text: textOf(content.text), files: [] };
    case 'post':
      return readPost(message, content);
    case 'image':
      return { text: '', files: fileOf(message, 'image', content.image_key) };
    case 'audio':
      return { text: '', files: fileOf(message, 'audio', content.file_key, 'voice.opus') };
    case 'file':
      return { text: '', files: fileOf(message, 'document', content.file_key, content.file_name) };
    case 'location':
      return {
        text: `${textOf(content.name)}\n${textOf(content.latitude)}, ${textOf(content.longitude)}`.trim(),
        files: [],
      };
    default:
      return { text: '', files: [], isUnsupported: true };
  }
};

export const readFeishu = (payload: unknown, account: Account): InboundEvent => {
  const { sender, message } = payload as Partial<FeishuEvent>;
  const openId = sender?.sender_id?.open_id;
  if (
    !message ||
    sender?.sender_type !== 'user' ||
    typeof openId !== 'string' ||
    !/^[\w-]{1,100}$/.test(openId)
  )
    return { kind: 'ignored' };
  // About members and settings of the chat.
  if (message.message_type === 'system') return { kind: 'ignored' };
  const botUser = botUserOf(account);
  const isGroup = message.chat_type !== 'p2p';
  const isNamed = (message.mentions ?? []).some(({ id }) => id?.open_id === botUser);
  const thread = isGroup ? message.thread_id || null : null;
  // Without a topic and without the bot's name, people talk to each other.
  if (isGroup && !isNamed && thread === null) return { kind: 'ignored' };
  const { text, files, isUnsupported = false } = readContent(message);
  return {
    kind: 'message',
    message: {
      address: { chatId: message.chat_id, replyTo: isGroup ? message.message_id : null, thread },
      isGroup,
      isContinuation: isGroup && !isNamed,
      user: { key: openId },
      ...readCommand(namePeople(text, message.mentions, botUser)),
      files,
      isUnsupported,
    },
  };
};
