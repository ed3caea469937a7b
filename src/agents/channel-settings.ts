import { Type } from 'typebox';
import { Greeting, Suggestions } from './operator-texts.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { default: null });

const Color = Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }));

/** How end users reach the agent without the API: share page, iframe, bubble widget, live chat. */
export const ChannelSettings = Type.Object(
  {
    /** A new agent is reached by its API keys alone until somebody switches a channel on. */
    enabled: Type.Object(
      {
        share: Type.Boolean({ default: false }),
        embed: Type.Boolean({ default: false }),
        widget: Type.Boolean({ default: false }),
        liveChat: Type.Boolean({ default: false }),
      },
      { default: {} },
    ),
    greeting: Greeting,
    suggestions: Suggestions,
    requireUserHash: Type.Boolean({
      default: false,
      description: 'On: a page that names a user_id must prove it by user_hash',
    }),
    identitySecret: Nullable(
      Type.String({
        minLength: 16,
        maxLength: 200,
        description: 'What the site signs a user_hash with; the formats are in docs/channels.md',
      }),
    ),
    acceptLegacyUserHash: Type.Boolean({
      default: true,
      description: 'Off: only a user_hash that expires (v2) is accepted',
    }),
    imageHosts: Type.Array(
      Type.String({ maxLength: 253, pattern: '^(\\*\\.)?[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?$' }),
      { maxItems: 50, default: [], description: 'Hosts whose pictures a page may show; by https only' },
    ),
    colors: Type.Object({ primary: Color, onPrimary: Color }, { default: {} }),
    messagesPerMinute: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 20,
      description: 'Of one visitor',
    }),
    messagesPerMinutePerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 60,
      description: 'Of all visitors of one address (IPv6: /64), which may be that of a whole office',
    }),
    messagesPerMinutePerAgent: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 600,
      description: 'Of all visitors together, but those that a site vouches for by user_hash',
    }),
    sessionsPerMinutePerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 120,
      description: 'Pages opened from one address, which may be that of a whole office or of a proxy',
    }),
    newVisitorsPerMinutePerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 30,
      description: 'Browsers of one address that were never here before',
    }),
    filesPerMessage: Type.Integer({ minimum: 0, maximum: 9, default: 4, description: 'Of a visitor' }),
    messageMb: Type.Integer({
      minimum: 1,
      maximum: 190,
      default: 20,
      description: 'All files of one message of a visitor together',
    }),
    storedMbPerVisitor: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: "Files kept of one visitor; null: the installation's default",
      }),
    ),
  },
  { default: {} },
);
