import { Type } from 'typebox';
import { DisclosureText, Greeting, LauncherText, Suggestions } from './operator-texts.ts';
import { SearchSettings } from './search-settings.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { default: null });

const isoTime = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$';

const Color = Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }));

/** How end users reach the agent without the API: share page, iframe, bubble widget, live chat, search box. */
export const ChannelSettings = Type.Object(
  {
    /** A new agent is reachable only by its API keys until a channel is enabled. */
    enabled: Type.Object(
      {
        share: Type.Boolean({ default: false }),
        embed: Type.Boolean({ default: false }),
        widget: Type.Boolean({ default: false }),
        liveChat: Type.Boolean({ default: false }),
        search: Type.Boolean({ default: false }),
      },
      { default: {} },
    ),
    greeting: Greeting,
    suggestions: Suggestions,
    aiDisclosure: Type.Boolean({
      default: false,
      description:
        'Show a line in the chat that says that an AI answers. Hidden while a person answers instead of the agent',
    }),
    aiDisclosureText: DisclosureText,
    launcherText: LauncherText,
    logoAlt: Type.String({
      maxLength: 200,
      default: '',
      description:
        'Alternative text of the logo. Empty: screen readers skip it, because the name of the agent is beside it',
    }),
    requireUserHash: Type.Boolean({
      default: false,
      description:
        'Require identity verification: a page that sends a user_id must also send a valid user_hash',
    }),
    identitySecret: Nullable(
      Type.String({
        minLength: 16,
        maxLength: 200,
        description: 'Secret with which the site signs a user_hash; formats: docs/channels.md',
      }),
    ),
    identityGraceHours: Type.Integer({
      minimum: 0,
      maximum: 720,
      default: 24,
      description:
        'How long a replaced identitySecret stays valid, so that the site can switch to the new one; 0: not at all',
    }),
    previousIdentitySecret: Nullable(
      Type.Object(
        {
          secret: Type.String({ minLength: 16, maxLength: 200 }),
          expiresAt: Type.String({ pattern: isoTime }),
        },
        {
          description:
            'The replaced identitySecret, valid until expiresAt. The service sets it; null ends it immediately',
        },
      ),
    ),
    acceptLegacyUserHash: Type.Boolean({
      default: true,
      description: 'false: only a user_hash with an expiry (v2) is accepted',
    }),
    imageHosts: Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 50,
      default: [],
      description:
        'Hosts from which the chat may show images, over https: images.example.com, *.example.com, images.example.com:8443',
    }),
    colors: Type.Object(
      { primary: Color, onPrimary: Color },
      {
        default: {},
        description:
          'Color of buttons in the chat and of the widget, and of the text on it; onPrimary null: black or white, whichever is readable',
      },
    ),
    search: SearchSettings,
    messagesPerMinute: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 20,
      description: 'Per visitor',
    }),
    messagesPerMinutePerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 60,
      description: 'Per IP address (IPv6: /64), which can be shared by a whole office',
    }),
    messagesPerMinutePerAgent: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 600,
      description: 'For all visitors together, except verified users',
    }),
    sessionsPerMinutePerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 120,
      description: 'Chat pages opened per IP address, which can be shared by an office or a proxy',
    }),
    newVisitorsPerMinutePerAddress: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 30,
      description: 'New visitors per IP address',
    }),
    filesPerMessage: Type.Integer({ minimum: 0, maximum: 9, default: 4, description: 'Of a visitor' }),
    messageMb: Type.Integer({
      minimum: 1,
      maximum: 190,
      default: 20,
      description: "Total size of the files of a visitor's message",
    }),
    storedMbPerVisitor: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Storage quota per visitor; null: default of the installation',
      }),
    ),
  },
  { default: {} },
);
