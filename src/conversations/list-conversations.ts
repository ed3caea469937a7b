import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import {
  type ConversationFilter,
  listed,
  periodOf,
  tallied,
  tallyOf,
  touchedPeriods,
} from './conversation-filter.ts';
import { countConversations } from './count-conversations.ts';
import { seekPage } from './seek-page.ts';
import { type Conversation, conversationColumns, toConversation } from './store.ts';

/** Up to this offset, scanning the index is as fast as reading totals. For a channel, hour by hour, it is slower. */
const walkableEntries = ({ channel }: ConversationFilter): number => (channel === undefined ? 20_000 : 1000);

interface Page {
  limit: number;
  offset: number;
}

/** Finds the page by ids and reads only its own rows. */
export const pageQuery = (db: Handle, filter: ConversationFilter, { limit, offset }: Page) =>
  listed(db, filter)
    .select('id')
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);

/**
 * The same for a channel on SQLite, which has no index by channel: scans the hours or days with
 * conversations of the channel, and in each of them the index of all.
 */
export const channelPageQuery = (db: Handle, filter: ConversationFilter, { limit, offset }: Page) => {
  const { agentId, userId, channel, startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = filter;
  const { lengthMs } = tallyOf(filter);
  const period = periodOf(filter);
  const ofUser = userId === undefined ? sql`` : sql`and conversations.user_id = ${userId}`;
  return sql<{ id: string }>`
    select conversations.id from (select ${period} as period ${tallied(filter, touchedPeriods(filter))}) as at
    cross join conversations
    where conversations.agent_id = ${agentId} ${ofUser} and conversations.channel = ${channel}
      and conversations.message_count > 0
      and conversations.recent_chat_at >= max(at.period * ${sql.lit(lengthMs)}, ${startMs})
      and conversations.recent_chat_at <= min((at.period + 1) * ${sql.lit(lengthMs)} - 1, ${endMs})
    order by at.period desc, conversations.recent_chat_at desc, conversations.id desc
    limit ${limit} offset ${offset}`.compile(db);
};

const findPage = async (
  db: Handle,
  filter: ConversationFilter,
  { limit, offset }: Page,
  walkedEntries: number,
): Promise<string[]> => {
  const asked = { filter, offset };
  const isSqlite = dialectOf(db) === 'sqlite';
  const near = isSqlite ? await seekPage(db, asked, walkedEntries) : asked;
  const page = { limit, offset: near.offset };
  const rows =
    isSqlite && filter.channel !== undefined
      ? (await db.executeQuery(channelPageQuery(db, near.filter, page))).rows
      : await pageQuery(db, near.filter, page).execute();
  return rows.map(({ id }) => id);
};

/** In the order given. */
export const readConversations = async (db: Handle, ids: readonly string[]): Promise<Conversation[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('conversations')
    .select(conversationColumns)
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toConversation(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Newest first, with the total over all pages. */
export const listConversations = async (
  db: Handle,
  filter: ConversationFilter,
  page: Page,
  walkedEntries = walkableEntries(filter),
): Promise<{ conversations: Conversation[]; total: number }> => {
  const total = await countConversations(db, filter);
  const ids = page.offset < total ? await findPage(db, filter, page, walkedEntries) : [];
  return { conversations: await readConversations(db, ids), total };
};
