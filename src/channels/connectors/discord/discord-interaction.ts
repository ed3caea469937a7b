/** The parts of an interaction that are used: https://docs.discord.com/developers/interactions/receiving-and-responding */
export interface DiscordAttachment {
  filename?: string;
  content_type?: string;
  size?: number;
  url?: string;
}

interface DiscordUser {
  id: string;
  username?: string;
  global_name?: string | null;
  bot?: boolean;
}

export interface DiscordInteraction {
  id: string;
  application_id: string;
  type: number;
  token: string;
  channel_id: string;
  guild_id?: string;
  /** In a server. */
  member?: { user?: DiscordUser; nick?: string | null };
  /** In a direct message. */
  user?: DiscordUser;
  locale?: string;
  data?: {
    name?: string;
    custom_id?: string;
    options?: { name?: string; value?: unknown }[];
    resolved?: { attachments?: Record<string, DiscordAttachment> };
  };
}

export const interactionTypes = { ping: 1, command: 2, component: 3 } as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Ids of Discord: 64-bit numbers, whose upper 42 bits are a time. */
export const isSnowflake = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{15,20}$/.test(value);

/** 2015-01-01, from which ids count. */
const epochMs = 1_420_070_400_000;

/** When the object with this id was created. */
export const createdAtMs = (id: string): number => Number(BigInt(id) >> 22n) + epochMs;

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Undefined if the body is not an interaction. */
export const parseInteraction = (body: Buffer): { type: number; whole?: DiscordInteraction } | undefined => {
  const interaction = parse(body);
  if (!isObject(interaction) || typeof interaction.type !== 'number') return undefined;
  const { type, id, application_id, channel_id, token } = interaction;
  if (type === interactionTypes.ping) return { type };
  const isWhole =
    isSnowflake(id) &&
    isSnowflake(application_id) &&
    isSnowflake(channel_id) &&
    typeof token === 'string' &&
    // It becomes part of a path.
    /^[\w.=-]{1,500}$/.test(token);
  return isWhole ? { type, whole: interaction as unknown as DiscordInteraction } : undefined;
};
