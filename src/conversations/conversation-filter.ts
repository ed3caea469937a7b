import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';
import { testRunChats } from '../rounds/index.ts';

/** Source of a conversation: the contract's conversation_type. */
export const conversationTypes = [
  'SPACE',
  'API',
  'EMBED',
  'WIDGET',
  'AI_SEARCH',
  'SHARE',
  'MESSAGING_APP_1_PROVIDER_1',
  'MESSAGING_APP_1_PROVIDER_2',
  'WORKPLACE_BOT_1',
  'COMMUNITY_CHAT_1',
  'TEAM_CHAT_1',
  'AUTOMATION_TOOL_1',
  'CUSTOMER_SERVICE_APP_1',
  'MESSAGING_APP_2',
  'LIVE_CHAT_WIDGET_1',
] as const;

export type ConversationType = (typeof conversationTypes)[number];

export interface ConversationFilter {
  agentId: string;
  channel?: ConversationType | undefined;
  userId?: string | undefined;
  /** Time of the newest round, both inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
}

/** Only ids, so that an index answers without reading rows. */
export const listed = (db: Handle, { agentId, channel, userId, startMs, endMs }: ConversationFilter) =>
  db
    .selectFrom('conversations')
    .where('agent_id', '=', agentId)
    // Written as a literal, because SQLite uses a partial index only for a visible condition.
    .where(sql<boolean>`message_count > 0`)
    .$if(channel === undefined, (query) => query.where('id', 'not in', testRunChats(db, agentId)))
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(startMs !== undefined, (query) => query.where('recent_chat_at', '>=', startMs!))
    .$if(endMs !== undefined, (query) => query.where('recent_chat_at', '<=', endMs!));

/** Hours or days since the epoch: from `first` up to `end`, exclusive. */
export interface Periods {
  first: number;
  end: number;
}

/** Which of SQLite's totals belong to a listing: those of an agent are by hour, those of a user by day. */
export const tallyOf = ({ userId }: ConversationFilter) =>
  userId === undefined
    ? ({ table: 'conversation_counts', period: 'hour', lengthMs: 3_600_000 } as const)
    : ({ table: 'user_conversation_counts', period: 'day', lengthMs: 86_400_000 } as const);

export const periodOf = (filter: ConversationFilter): RawBuilder<unknown> =>
  sql.ref(`tally.${tallyOf(filter).period}`);

/** The rest of a statement that reads the totals of a listing in those periods. */
export const tallied = (filter: ConversationFilter, { first, end }: Periods): RawBuilder<unknown> => {
  const { agentId, userId, channel } = filter;
  const ofUser = userId === undefined ? sql`` : sql`and tally.user_id = ${userId}`;
  const ofChannel =
    channel === undefined ? sql`and tally.channel <> ${testRunChannel}` : sql`and tally.channel = ${channel}`;
  const period = periodOf(filter);
  return sql`from ${sql.table(tallyOf(filter).table)} as tally
    where tally.agent_id = ${agentId} ${ofUser} ${ofChannel} and ${period} >= ${first} and ${period} < ${end}`;
};

/** Periods completely within the requested time. Undefined if there is none. */
export const wholePeriods = (filter: ConversationFilter): Periods | undefined => {
  const { startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = filter;
  const { lengthMs } = tallyOf(filter);
  const first = Math.ceil(startMs / lengthMs);
  const end = Math.floor((endMs + 1) / lengthMs);
  return first < end ? { first, end } : undefined;
};

/** Periods that overlap the requested time. */
export const touchedPeriods = (filter: ConversationFilter): Periods => {
  const { startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = filter;
  const { lengthMs } = tallyOf(filter);
  return { first: Math.floor(startMs / lengthMs), end: Math.floor(endMs / lengthMs) + 1 };
};
