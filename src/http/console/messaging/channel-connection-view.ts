import { type Static, Type } from 'typebox';
import type { ChannelConnection } from '../../../channels/index.ts';
import { connectors } from '../../../channels/index.ts';
import { oneOf } from '../../schema.ts';
import {
  AgentParams,
  Name,
  NullableText,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
} from '../wire/wire-schemas.ts';

export const connectionTags = ['Messaging'];
export const connectionsPath = '/workspaces/:workspaceId/agents/:agentId/channel-connections';
export const ConnectionParams = Type.Object({
  ...AgentParams.properties,
  channelConnectionId: Type.String(),
});

const Platform = oneOf(connectors.map(({ platform }) => platform));
const Status = oneOf(['active', 'paused'], 'paused: messages are neither answered nor sent');

/** A connector checks the fields of its platform. */
const Fields = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 4096 }), {
  maxProperties: 20,
  description:
    'Credentials and settings of the platform. Telegram and Discord: `botToken`. Slack: `botToken`, `signingSecret`. Each of these three: optionally `streaming` (`on` or `off`). WhatsApp: `phoneNumberId`, `accessToken`, `appSecret`, `verifyToken`, optionally `templateName` and `templateLanguage`. WhatsApp through Twilio: `accountSid`, `authToken`, `number`, optionally `contentSid`. Feishu: `appId`, `appSecret`, `encryptKey`, `verificationToken`, optionally `region` (`feishu` or `lark`). DingTalk: `clientId`, `clientSecret`, optionally `robotCode`. WeChat customer service: `corpId`, `openKfId`, `secret`, `token`, `encodingAesKey`. Automation tools: optionally `callbackUrl`. E-mail: `address`, `password`, `imapHost`, `smtpHost`, optionally `imapPort`, `smtpPort`, `user`, `senderName`, `folder`, `authServer`',
});

export const NewConnection = Type.Object({ platform: Platform, name: Name, fields: Fields });

export const ChangedConnection = Type.Object({
  version: Type.Integer(),
  name: Type.Optional(Name),
  status: Type.Optional(Status),
  fields: Type.Optional(Fields),
});

export const ConnectionView = Type.Object(
  {
    id: Type.String(),
    platform: Platform,
    name: Type.String(),
    accountName: Type.String({ description: 'Name of the bot or app on the platform' }),
    inboundUrl: Type.String({ description: 'URL to which the platform sends messages' }),
    settings: Type.Record(Type.String(), Type.String(), { description: 'Fields that are not secret' }),
    status: Status,
    waiting: Type.Integer({ description: 'Messages that wait to be processed; at most 10,000 are counted' }),
    lastInboundAt: NullableTime,
    lastError: NullableText({ description: 'Newest problem that the platform reported. null: none' }),
    lastErrorAt: NullableTime,
    version: Type.Integer(),
    createdAt: Time,
  },
  { title: 'ChannelConnection' },
);

export const ConnectionWithSecrets = Type.Object(
  {
    ...ConnectionView.properties,
    secrets: Type.Record(Type.String(), Type.String(), {
      description:
        'Secrets that the service created for the platform and that you need there. They are returned only here. Empty for most platforms',
    }),
  },
  { title: 'ChannelConnectionWithSecrets' },
);

export const ReplacedSecrets = Type.Object({ version: Type.Integer() });

export const ConnectionTest = Type.Object(
  {
    accountName: NullableText({ description: 'null: the platform did not accept the credentials' }),
    problems: Type.Array(Type.String(), { description: 'Empty: the connection works' }),
  },
  { title: 'ChannelConnectionTest' },
);

export const presentConnection = (
  connection: ChannelConnection,
  { inboundUrl, waiting }: { inboundUrl: string; waiting: number },
): Static<typeof ConnectionView> => ({
  id: connection.id,
  platform: connection.platform,
  name: connection.name,
  accountName: connection.account.name,
  inboundUrl,
  settings: connection.settings,
  status: connection.status,
  waiting,
  lastInboundAt: toNullableTime(connection.lastInboundAtMs),
  lastError: connection.lastError,
  lastErrorAt: toNullableTime(connection.lastErrorAtMs),
  version: connection.version,
  createdAt: toTime(connection.createdAtMs),
});
