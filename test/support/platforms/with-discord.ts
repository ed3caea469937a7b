import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseKind } from '../../../src/db/index.ts';
import { testedDatabases } from '../databases/tested-databases.ts';
import { skipWithout } from '../runner/test-groups.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';
import {
  applicationId,
  type Discord,
  type DiscordMessage,
  discordToken,
  type Signed,
  snowflake,
  startDiscord,
} from './discord.ts';
import { type ConnectionStage, type ServiceOptions, withConnection } from './with-connection.ts';

interface Invocation {
  /** A channel of a server. Absent: a direct message. */
  guildChannel?: string;
  user?: string;
  id?: string;
  token?: string;
  locale?: string;
  attachment?: { url: string; filename: string; content_type: string; size: number };
  /** When the user invoked it. */
  atMs?: number;
}

export interface DiscordStage extends ConnectionStage {
  discord: Discord;
  post(request: Signed): ReturnType<TestService['call']>;
  /** A slash command. The service must defer its response. Returns the interaction. */
  // biome-ignore lint/suspicious/noExplicitAny: the interaction as Discord sends it
  invoke(command: string, text?: string, invocation?: Invocation): Promise<any>;
  /** A button of a message. */
  press(customId: string, invocation?: Invocation): Promise<void>;
  /** Waits until there is this number of messages. Then returns all of them. */
  messages(count: number): Promise<DiscordMessage[]>;
}

const directChannel = '1180000000000000001';

const newInteraction = (type: 2 | 3, data: object, given: Invocation) => {
  const { guildChannel, user = '1190000000000000001', locale = 'en-US' } = given;
  const id = given.id ?? snowflake(given.atMs);
  const about = { id: user, username: 'ada', global_name: 'Ada Lovelace', discriminator: '0' };
  return {
    id,
    application_id: applicationId,
    type,
    token: given.token ?? `aW50ZXJhY3Rpb246${id}`,
    version: 1,
    channel_id: guildChannel ?? directChannel,
    ...(guildChannel === undefined
      ? { user: about, context: 1 }
      : { guild_id: '1160000000000000001', member: { user: about, nick: null }, context: 0 }),
    locale,
    data,
  };
};

const optionsOf = (text: string | undefined, attachment: Invocation['attachment']) => ({
  options: [
    ...(text === undefined ? [] : [{ type: 3, name: 'text', value: text }]),
    ...(attachment ? [{ type: 11, name: 'file', value: '1200000000000000001' }] : []),
  ],
  ...(attachment
    ? { resolved: { attachments: { '1200000000000000001': { id: '1200000000000000001', ...attachment } } } }
    : {}),
});

const withDiscord = async (
  kind: DatabaseKind,
  options: ServiceOptions,
  work: (stage: DiscordStage) => Promise<void>,
): Promise<void> => {
  const discord = await startDiscord();
  const created = { platform: 'discord', fields: { botToken: discordToken }, urls: discord.platformUrls };
  try {
    await withConnection(kind, created, options, (stage) => {
      const url = `/channels/inbound/${stage.connection.id}`;
      const post: DiscordStage['post'] = ({ body, headers }) =>
        stage.service.call('POST', url, body as unknown as object, { key: null, headers });
      const interact = async (interaction: ReturnType<typeof newInteraction>): Promise<void> => {
        const response = await post(discord.signed(JSON.stringify(interaction)));
        assert.equal(response.status, 200, response.text);
        const { type, data } = JSON.parse(response.text);
        assert.equal(type, 5);
        if (!discord.interactions.has(interaction.token))
          discord.open(interaction.token, interaction.channel_id, data?.flags === 64);
      };
      return work({
        ...stage,
        discord,
        post,
        invoke: async (name, text, invocation = {}) => {
          const data = {
            id: '1210000000000000001',
            type: 1,
            name,
            ...optionsOf(text, invocation.attachment),
          };
          const interaction = newInteraction(2, data, invocation);
          await interact(interaction);
          return interaction;
        },
        press: (customId, invocation = {}) =>
          interact(newInteraction(3, { custom_id: customId, component_type: 2 }, invocation)),
        messages: async (count) => {
          await eventually(`${count} messages arrived`, () => discord.messages.length >= count);
          return discord.messages;
        },
      });
    });
  } finally {
    await discord.close();
  }
};

/** The same test on both databases, with an app of a loopback Discord. */
export const testDiscord = (
  name: string,
  options: ServiceOptions | (() => ServiceOptions),
  work: (stage: DiscordStage) => Promise<void>,
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, () =>
      withDiscord(kind, typeof options === 'function' ? options() : options, work),
    );
};
