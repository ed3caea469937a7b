import { type Connector, ConnectorError } from '../connector.ts';
import { streamingField } from '../streaming-field.ts';
import { accountKeyOf, appOf } from './discord-account.ts';
import { askDiscord } from './discord-api.ts';
import { discordCommands } from './discord-commands.ts';
import { createdAtMs, interactionTypes, isSnowflake, parseInteraction } from './discord-interaction.ts';
import { discordDrafts } from './draft-discord.ts';
import { isSigned } from './is-signed.ts';
import { isPrivateReply, readDiscord } from './read-discord.ts';
import { renderDiscord } from './render-discord.ts';
import { sendDiscord } from './send-discord.ts';

/** Discord shows that the app is thinking, and waits up to 15 minutes for the reply. */
const deferred = 5;
const onlyForUser = 64;

const jsonAnswer = (body: object) => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

interface Application {
  id?: unknown;
  name?: unknown;
  verify_key?: unknown;
  interactions_endpoint_url?: unknown;
}

/** Discord's interactions and its HTTP API: https://docs.discord.com/developers/interactions/overview */
export const discord: Connector = {
  platform: 'discord',
  title: 'Discord',
  conversationType: 'COMMUNITY_CHAT_1',
  userPrefix: 'discord',
  fields: [
    {
      name: 'botToken',
      isSecret: true,
      maxLength: 200,
      pattern: /[A-Za-z0-9_-]{20,40}\.[A-Za-z0-9_-]{5,10}\.[A-Za-z0-9_-]{20,80}/,
      rule: 'the token of the bot, which has three parts separated by points',
    },
    streamingField,
  ],
  hosts: { api: 'https://discord.com/api/v10', files: 'https://cdn.discordapp.com' },
  limits: { perSecond: 40, perChatMs: 500, fileMb: 10 },
  // Discord repeats nothing. It tells the user that the app did not respond.
  whilePaused: 'refuse',
  awaitsReply: true,
  receive: (request, { account }) => {
    if (!isSigned(request, appOf(account).publicKey))
      return { kind: 'refused', reason: 'The signature is missing, wrong or older than five minutes' };
    const interaction = parseInteraction(request.body);
    if (interaction?.type === interactionTypes.ping)
      return { kind: 'answered', answer: jsonAnswer({ type: interactionTypes.ping }) };
    const { type, whole } = interaction ?? {};
    if (!whole || (type !== interactionTypes.command && type !== interactionTypes.component))
      return { kind: 'refused', status: 400, reason: 'The body is not an interaction that the app offers' };
    if (whole.application_id !== appOf(account).applicationId)
      return { kind: 'refused', status: 400, reason: 'The interaction belongs to another app' };
    const { id, channel_id } = whole;
    return {
      kind: 'updates',
      updates: [{ key: id, chatKey: channel_id, position: createdAtMs(id), payload: whole }],
      answer: jsonAnswer({
        type: deferred,
        ...(isPrivateReply(whole) ? { data: { flags: onlyForUser } } : {}),
      }),
    };
  },
  read: readDiscord,
  render: renderDiscord,
  send: sendDiscord,
  drafts: discordDrafts,
  download: async (handle, { api }, maxBytes) => {
    const base = `${api.addressOf('files')}/`;
    if (!handle.startsWith(base)) throw new ConnectorError('Discord sent no usable address of the file');
    return api.download('files', handle.slice(base.length - 1), { maxBytes });
  },
  identify: async ({ secrets }, api) => {
    const { id, name, verify_key } = (await askDiscord(api, secrets, '/applications/@me')) as Application;
    if (!isSnowflake(id) || typeof verify_key !== 'string' || !/^[0-9a-f]{64}$/.test(verify_key))
      throw new ConnectorError('Discord sent no public key of the app');
    return { key: accountKeyOf({ applicationId: id, publicKey: verify_key }), name: String(name) };
  },
  register: async ({ secrets, account, inboundUrl }, api) => {
    const { applicationId } = appOf(account);
    await askDiscord(api, secrets, `/applications/${applicationId}/commands`, {
      method: 'PUT',
      body: discordCommands,
    });
    // Discord calls the URL before it accepts it.
    await askDiscord(api, secrets, '/applications/@me', {
      method: 'PATCH',
      body: { interactions_endpoint_url: inboundUrl },
    });
  },
  unregister: async ({ secrets, account }, api) => {
    await askDiscord(api, secrets, `/applications/${appOf(account).applicationId}/commands`, {
      method: 'PUT',
      body: [],
    });
  },
  findProblems: async ({ secrets, inboundUrl }, api) => {
    const app = (await askDiscord(api, secrets, '/applications/@me')) as Application;
    return app.interactions_endpoint_url === inboundUrl
      ? []
      : ['Discord sends the messages of this app to another address'];
  },
};
