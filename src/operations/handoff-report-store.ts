import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import { testChatChannel } from '../lib/test-chat-channel.ts';

export interface HandoffReportFilter {
  workspaceId: string;
  agentId?: string | undefined;
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Offset east of UTC at which days begin. */
  utcOffsetMinutes: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Sessions summed in one statement. On SQLite all other queries wait for it. */
const sessionsAtOnce = { sqlite: 5000, postgres: 500_000 };

/** The times as one text, because 50,000 rows take longer to read than this text. */
const timesToFirstReply = (db: Handle) =>
  dialectOf(db) === 'sqlite'
    ? sql<string | null>`group_concat(first_reply_at - created_at)`
    : sql<string | null>`string_agg((first_reply_at - created_at)::text, ',')`;

/** Handoffs that started in the range, without test chats: how many are in the same state, by day and agent. */
export const countHandoffs = async (
  db: Handle,
  { workspaceId, agentId, startMs, endMs, utcOffsetMinutes }: HandoffReportFilter,
) => {
  const day = sql<number>`(created_at + ${sql.lit(utcOffsetMinutes * minuteMs)}) / ${sql.lit(dayMs)}`;
  const rows = await db
    .selectFrom('human_sessions')
    .select((eb) => [
      day.as('day'),
      'agent_id as agentId',
      'status',
      'has_replied as hasReplied',
      'missed',
      'close_reason as closeReason',
      'closed_reason as closedReason',
      eb.fn.countAll<number>().as('sessions'),
      timesToFirstReply(db).as('firstReplyMs'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .where('channel', '<>', testChatChannel)
    .$if(agentId !== undefined, (some) => some.where('agent_id', '=', agentId!))
    .groupBy([day, 'agent_id', 'status', 'has_replied', 'missed', 'close_reason', 'closed_reason'])
    .execute();
  return rows.map((row) => ({
    ...row,
    day: Number(row.day),
    sessions: Number(row.sessions),
    firstReplyMs: row.firstReplyMs === null ? [] : row.firstReplyMs.split(',').map(Number),
  }));
};

export type HandoffCount = Awaited<ReturnType<typeof countHandoffs>>[number];

/** End of the range that one statement reads, so that it reads about the maximum number of sessions. */
export const endOfHandoffs = async (
  db: Handle,
  { workspaceId, startMs, endMs }: HandoffReportFilter,
): Promise<number> => {
  const row = await db
    .selectFrom('human_sessions')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .orderBy('created_at')
    .limit(1)
    .offset(sessionsAtOnce[dialectOf(db)])
    .executeTakeFirst();
  return row ? Math.min(endMs, row.created_at + 1) : endMs;
};
