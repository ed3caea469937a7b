import { sql } from 'kysely';
import type { Database, Handle } from '../db/index.ts';
import type { ConversationRow } from './store.ts';

/** Where conversations come from; the contract's conversation_type. */
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
  /** Of the newest round, both inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
}

const hourMs = 3_600_000;

/** Names of the conversations alone, so that an index answers without the rows. */
const listed = (db: Handle, { agentId, channel, userId, startMs, endMs }: ConversationFilter) =>
  db
    .selectFrom('conversations')
    .where('agent_id', '=', agentId)
    // Written into the statement: SQLite uses a partial index only for a condition it can see.
    .where(sql<boolean>`message_count > 0`)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .$if(startMs !== undefined, (query) => query.where('recent_chat_at', '>=', startMs!))
    .$if(endMs !== undefined, (query) => query.where('recent_chat_at', '<=', endMs!));

const countRows = async (db: Handle, filter: ConversationFilter): Promise<number> => {
  const { total } = await listed(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** Whole hours from `firstHour` up to and without `endHour`. */
const sumHours = async (
  db: Handle,
  { agentId, channel }: ConversationFilter,
  firstHour: number,
  endHour: number,
): Promise<number> => {
  const { total } = await db
    .selectFrom('conversation_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total'), sql<number>`0`).as('total'))
    .where('agent_id', '=', agentId)
    .where('hour', '>=', firstHour)
    .where('hour', '<', endHour)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** Whole hours from the counters, the pieces of an hour at both ends along the index. */
const countByHours = async (db: Handle, filter: ConversationFilter): Promise<number> => {
  const { startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = filter;
  const firstHour = Math.ceil(startMs / hourMs);
  const endHour = Math.floor((endMs + 1) / hourMs);
  if (firstHour >= endHour) return countRows(db, filter);
  let total = await sumHours(db, filter, firstHour, endHour);
  if (startMs < firstHour * hourMs)
    total += await countRows(db, { ...filter, startMs, endMs: firstHour * hourMs - 1 });
  if (filter.endMs !== undefined && endMs >= endHour * hourMs)
    total += await countRows(db, { ...filter, startMs: endHour * hourMs, endMs });
  return total;
};

const countOfUser = async (
  db: Handle,
  { agentId, userId, channel }: ConversationFilter & { userId: string },
): Promise<number> => {
  const { total } = await db
    .selectFrom('user_conversation_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('total'), sql<number>`0`).as('total'))
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** Exact. Where counters cannot answer (PostgreSQL, a user's part of the time) an index is counted along. */
export const countConversations = (
  { kind, query }: Database,
  filter: ConversationFilter,
): Promise<number> => {
  if (kind === 'postgres') return countRows(query, filter);
  const { userId, startMs, endMs } = filter;
  if (userId === undefined) return countByHours(query, filter);
  const always = startMs === undefined && endMs === undefined;
  return always ? countOfUser(query, { ...filter, userId }) : countRows(query, filter);
};

/** Newest first. The place of the page is found among the names; only its own rows are read. */
export const pageQuery = (
  db: Handle,
  filter: ConversationFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  db
    .selectFrom(
      listed(db, filter)
        .select('id')
        .orderBy('recent_chat_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('page'),
    )
    .innerJoin('conversations', 'conversations.id', 'page.id')
    .selectAll('conversations')
    .orderBy('recent_chat_at', 'desc')
    .orderBy('conversations.id', 'desc');

export const listConversations = async (
  db: Database,
  filter: ConversationFilter,
  page: { limit: number; offset: number },
): Promise<{ conversations: ConversationRow[]; total: number }> => {
  const total = await countConversations(db, filter);
  const conversations = page.offset < total ? await pageQuery(db.query, filter, page).execute() : [];
  return { conversations, total };
};
