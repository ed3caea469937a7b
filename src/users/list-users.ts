import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';

export interface KnownUser {
  userId: string;
  /** Number of conversations with at least one round. */
  conversations: number;
  rounds: number;
  /** null: no conversation yet. */
  lastActiveMs: number | null;
}

export interface UserFilter {
  agentId: string;
  /** Prefix of the user_id. */
  prefix?: string | undefined;
  /** Continue after this user_id. */
  after?: string | undefined;
}

const highest = '\u{10FFFF}';

/** Uses the covering index of conversations by user. */
const talkers = (db: Handle, agentId: string) =>
  db
    .selectFrom('conversations')
    .select((eb) => [
      'user_id',
      sql<number>`sum(case when message_count > 0 then 1 else 0 end)`.as('conversations'),
      eb.fn.sum<number>('message_count').as('rounds'),
      eb.fn.max('recent_chat_at').as('last_active'),
    ])
    .where('agent_id', '=', agentId)
    .where('channel', '<>', testRunChannel)
    .groupBy('user_id');

type Talker = Awaited<ReturnType<ReturnType<typeof talkers>['execute']>>[number];

const toUser = (userId: string, row: Talker | undefined): KnownUser => ({
  userId,
  conversations: Number(row?.conversations ?? 0),
  rounds: Number(row?.rounds ?? 0),
  lastActiveMs: row?.last_active ?? null,
});

/** Same order as in both databases. */
const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

/**
 * By user_id. A user has a conversation or an attribute, so two lists are merged. Each returns at most one
 * page, whatever the number of users.
 */
export const listUsers = async (
  db: Handle,
  { agentId, prefix, after = '' }: UserFilter,
  limit: number,
): Promise<{ users: KnownUser[]; hasMore: boolean }> => {
  const from = prefix ?? '';
  const talking = await talkers(db, agentId)
    .where('user_id', '>', after)
    .$if(from !== '', (query) => query.where('user_id', '>=', from).where('user_id', '<', from + highest))
    .orderBy('user_id')
    .limit(limit + 1)
    .execute();
  const described = await db
    .selectFrom('user_properties')
    .select('user_id')
    .where('agent_id', '=', agentId)
    .where('user_id', '>', after)
    .$if(from !== '', (query) => query.where('user_id', '>=', from).where('user_id', '<', from + highest))
    .groupBy('user_id')
    .orderBy('user_id')
    .limit(limit + 1)
    .execute();
  const rows = new Map(talking.map((row) => [row.user_id, row]));
  const ids = [...new Set([...rows.keys(), ...described.map((row) => row.user_id)])].sort(byBytes);
  return {
    users: ids.slice(0, limit).map((id) => toUser(id, rows.get(id))),
    hasMore: ids.length > limit,
  };
};

export const findUser = async (db: Handle, agentId: string, userId: string): Promise<KnownUser> =>
  toUser(userId, await talkers(db, agentId).where('user_id', '=', userId).executeTakeFirst());
