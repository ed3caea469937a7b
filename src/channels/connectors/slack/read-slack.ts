import type { Account, Command, FileKind, InboundEvent, InboundFile } from '../connector.ts';
import type { SlackFile, SlackMessage } from './slack-event.ts';

/** Slack keeps texts with a slash for itself. */
export const slackCommandMarks = {
  start: '!start',
  new: '!new',
  human: '!human',
  help: '!help',
  stop: '!stop',
} as const satisfies Record<Command, string>;

const commands = new Map<string, Command>(
  Object.entries(slackCommandMarks).map(([command, mark]) => [mark, command as Command]),
);

/** Messages that people write. Others are about edits, deletions, members and bots. */
const writtenSubtypes: readonly (string | undefined)[] = [undefined, 'file_share', 'thread_broadcast'];

/** Id of the bot's user. */
export const botUserOf = ({ key }: Account): string => key.split('/')[1] ?? '';

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Slack writes links, people and channels in angle brackets, and escapes three characters. */
const plainTextOf = (text: string, botUser: string): string =>
  text
    .replaceAll(`<@${botUser}>`, '')
    .replace(/<(https?:[^|>]*|mailto:[^|>]*|tel:[^|>]*)(?:\|([^>]*))?>/g, (_, url: string, label?: string) =>
      label && label !== url.replace(/^\w+:/, '') ? `${label} (${url})` : url,
    )
    .replace(/<([#@!])([^|>]*)(?:\|([^>]*))?>/g, (_, mark: string, id: string, label?: string) => {
      const name = label ?? id;
      return name.startsWith(mark) ? name : `${mark === '!' ? '@' : mark}${name}`;
    })
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity]!)
    .trim();

const kindOf = (mimeType = ''): FileKind => {
  if (mimeType.startsWith('image/')) return 'image';
  return mimeType.startsWith('audio/') ? 'audio' : 'document';
};

const filesOf = (files: readonly SlackFile[] = []): InboundFile[] =>
  files.flatMap(({ url_private_download: handle, name, mimetype, size }) =>
    handle === undefined ? [] : [{ kind: kindOf(mimetype), handle, name, sizeBytes: size }],
  );

/** A direct message is one chat. In a channel, each thread is a chat. */
export const slackChatKey = ({ channel, channel_type, ts, thread_ts }: SlackMessage): string => {
  if (thread_ts !== undefined) return `${channel}/${thread_ts}`;
  return channel_type === 'im' ? channel : `${channel}/${ts}`;
};

export const isWrittenBySomebody = ({ subtype, bot_id, user }: SlackMessage, account: Account): boolean =>
  writtenSubtypes.includes(subtype) &&
  bot_id === undefined &&
  user !== undefined &&
  user !== botUserOf(account);

export const readSlack = (payload: unknown, account: Account): InboundEvent => {
  const message = payload as SlackMessage;
  if (message.channel === undefined || !isWrittenBySomebody(message, account)) return { kind: 'ignored' };
  const botUser = botUserOf(account);
  const isDirect = message.channel_type === 'im';
  const isNamed = message.type === 'app_mention' || (message.text ?? '').includes(`<@${botUser}>`);
  // Without a thread and without the bot's name, people talk to each other.
  if (!isDirect && !isNamed && message.thread_ts === undefined) return { kind: 'ignored' };
  const text = plainTextOf(message.text ?? '', botUser);
  const command = commands.get(text.toLowerCase().split(/\s/, 1)[0] ?? '');
  return {
    kind: 'message',
    message: {
      address: {
        channel: message.channel,
        threadTs: message.thread_ts ?? (isDirect ? null : message.ts),
      },
      isGroup: !isDirect,
      isContinuation: !isDirect && !isNamed,
      user: { key: message.user! },
      text: command === undefined ? text : text.slice(slackCommandMarks[command].length).trim(),
      command,
      files: filesOf(message.files),
    },
  };
};
