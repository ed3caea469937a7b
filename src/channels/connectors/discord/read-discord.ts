import type { Command, FileKind, InboundEvent, InboundFile } from '../connector.ts';
import {
  type DiscordAttachment,
  type DiscordInteraction,
  interactionTypes,
  isSnowflake,
} from './discord-interaction.ts';
import { choiceOf } from './render-discord.ts';

const commands: ReadonlySet<string> = new Set<Command>(['start', 'new', 'human', 'help', 'stop']);

const kindOf = (mediaType = ''): FileKind => {
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('audio/') ? 'audio' : 'document';
};

const fileOf = ({ url, filename, content_type, size }: DiscordAttachment): InboundFile[] =>
  typeof url === 'string'
    ? [{ kind: kindOf(content_type), handle: url, name: filename, sizeBytes: size }]
    : [];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text and files of a command, or the choice of a button. */
const contentOf = ({ type, data = {} }: DiscordInteraction) => {
  if (type === interactionTypes.component)
    return { text: choiceOf(textOf(data.custom_id)), command: undefined, files: [] };
  const name = textOf(data.name);
  const given = new Map(data.options?.map((option) => [option.name, option.value]));
  const attachment = data.resolved?.attachments?.[textOf(given.get('file'))];
  return {
    text: textOf(given.get('text')).trim(),
    // A command of an earlier registration gets the help, because somebody waits for a reply.
    command: name === 'ask' ? undefined : commands.has(name) ? (name as Command) : 'help',
    files: attachment ? fileOf(attachment) : [],
  };
};

/** Short answers of commands are shown only to the user in servers, so that they do not disturb others. */
export const isPrivateReply = ({ guild_id, data }: DiscordInteraction): boolean =>
  guild_id !== undefined && ['start', 'new', 'help', 'stop'].includes(data?.name ?? '');

export const readDiscord = (payload: unknown): InboundEvent => {
  const interaction = payload as DiscordInteraction;
  const user = interaction.member?.user ?? interaction.user;
  if (!user || !isSnowflake(user.id) || user.bot) return { kind: 'ignored' };
  const isGroup = interaction.guild_id !== undefined;
  const { text, command, files } = contentOf(interaction);
  return {
    kind: 'message',
    message: {
      address: {
        channelId: interaction.channel_id,
        // In a server a later message names the person to whom it belongs.
        userId: isGroup ? user.id : null,
        interactionId: interaction.id,
        token: interaction.token,
      },
      isGroup,
      user: {
        key: user.id,
        name: interaction.member?.nick ?? user.global_name ?? user.username,
        language: interaction.locale,
      },
      text,
      command,
      files,
    },
  };
};
