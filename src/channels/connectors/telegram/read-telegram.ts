import type { Account, Command, InboundEvent, InboundFile, InboundMessage } from '../connector.ts';
import type { TelegramMessage, TelegramUpdate, TelegramUser } from './telegram-update.ts';

const commands: Readonly<Record<string, Command>> = {
  start: 'start',
  new: 'new',
  human: 'human',
  help: 'help',
  stop: 'stop',
};

const unsupportedParts = [
  'sticker',
  'video',
  'video_note',
  'animation',
  'poll',
  'dice',
  'story',
  'venue',
  'game',
  'paid_media',
] as const;

const nameOf = ({ first_name = '', last_name = '' }: TelegramUser): string =>
  `${first_name} ${last_name}`.trim();

const filesOf = ({ photo, voice, audio, document }: TelegramMessage): InboundFile[] => {
  // The sizes of one picture, ascending.
  const picture = photo?.at(-1);
  const recording = voice ?? audio;
  return [
    ...(picture ? [{ kind: 'image' as const, handle: picture.file_id, sizeBytes: picture.file_size }] : []),
    ...(recording
      ? [
          {
            kind: 'audio' as const,
            handle: recording.file_id,
            sizeBytes: recording.file_size,
            name: recording.file_name ?? (voice ? 'voice.ogg' : undefined),
          },
        ]
      : []),
    ...(document
      ? [
          {
            kind: 'document' as const,
            handle: document.file_id,
            sizeBytes: document.file_size,
            name: document.file_name,
          },
        ]
      : []),
  ];
};

interface Addressed {
  text: string;
  command?: Command | undefined;
  /** Of a group: the bot is named, or the message replies to it. */
  isForBot: boolean;
}

/** The text without the name of the bot, and whether the message is for the bot. */
const readText = (message: TelegramMessage, account: Account): Addressed => {
  const text = message.text ?? message.caption ?? '';
  const entities = message.entities ?? message.caption_entities ?? [];
  const botName = account.name.toLowerCase();
  let isForBot = String(message.reply_to_message?.from?.id) === account.key;
  let command: Command | undefined;
  let rest = text;
  for (const { type, offset, length, user } of entities) {
    const part = text.slice(offset, offset + length);
    if (type === 'bot_command' && offset === 0) {
      const [name = '', addressee] = part.slice(1).toLowerCase().split('@');
      const isOurs = addressee === undefined || `@${addressee}` === botName;
      if (isOurs && Object.hasOwn(commands, name)) {
        command = commands[name];
        isForBot = true;
        rest = text.slice(offset + length);
      } else if (isOurs && addressee !== undefined) isForBot = true;
    } else if (type === 'mention' && part.toLowerCase() === botName) {
      isForBot = true;
      rest = rest.replace(part, '');
    } else if (type === 'text_mention' && String(user?.id) === account.key) isForBot = true;
  }
  return { text: rest.trim(), command, isForBot };
};

/** A contact of the user's own, or a place, as text for the agent. */
const describeExtras = ({ contact, location }: TelegramMessage): string[] => [
  ...(contact ? [`${contact.first_name ?? ''} ${contact.phone_number}`.trim()] : []),
  ...(location ? [`${location.latitude}, ${location.longitude}`] : []),
];

/** The messages of an album, or one message. */
const readTexts = (messages: readonly TelegramMessage[], account: Account): Addressed => {
  const read = messages.map((message) => ({ message, ...readText(message, account) }));
  return {
    text: read
      .flatMap(({ message, text }) => [text, ...describeExtras(message)])
      .filter((line) => line !== '')
      .join('\n'),
    command: read.find(({ command }) => command !== undefined)?.command,
    isForBot: read.some(({ isForBot }) => isForBot),
  };
};

export const readTelegram = (payload: unknown, account: Account): InboundEvent => {
  const { message, album = [] } = payload as TelegramUpdate;
  const from = message?.from;
  // Edited messages keep the reply to their first text. Channels and other bots are no users.
  if (!message || !from || from.is_bot || message.chat.type === 'channel') return { kind: 'ignored' };
  const isGroup = message.chat.type !== 'private';
  const messages = [message, ...album];
  const { text, command, isForBot } = readTexts(messages, account);
  if (isGroup && !isForBot) return { kind: 'ignored' };
  const files = messages.flatMap(filesOf);
  const isUnsupported = messages.some((one) => unsupportedParts.some((part) => one[part] !== undefined));
  // Members who join, pinned messages and the like.
  if (text === '' && files.length === 0 && command === undefined && !isUnsupported && !isForBot)
    return { kind: 'ignored' };
  const ownPhone = message.contact?.user_id === from.id ? message.contact.phone_number : undefined;
  const read: InboundMessage = {
    address: {
      chatId: message.chat.id,
      threadId: message.is_topic_message ? (message.message_thread_id ?? null) : null,
      replyTo: isGroup ? message.message_id : null,
    },
    isGroup,
    user: { key: String(from.id), name: nameOf(from), language: from.language_code, phone: ownPhone },
    text,
    command,
    files,
    ...(isUnsupported ? { isUnsupported } : {}),
  };
  return { kind: 'message', message: read };
};
