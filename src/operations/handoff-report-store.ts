import { sql } from 'kysely';
import {
  type DayRangeFilter,
  dayMs,
  dayOfCreation,
  dialectOf,
  type Handle,
  type Schema,
  utcOffsetMsOf,
} from '../db/index.ts';
import { testChatChannel } from '../lib/test-chat-channel.ts';

/** Sessions summed in one statement. */
export const sessionsAtOnce = { sqlite: 5000, postgres: Number.POSITIVE_INFINITY };

type SessionColumns = Schema['human_sessions'];

interface CountRow {
  day: number | string;
  agentId: string;
  missed: SessionColumns['missed'];
  closeReason: SessionColumns['close_reason'];
  closedReason: SessionColumns['closed_reason'];
  rating: number | null;
  sessions: number | string;
  answered: number | string;
  firstReplyMs: string | null;
}

/** Few and short, because sorting by them takes most of the time. The index human_sessions_report has all columns. */
const groups = sql.raw('agent_id, missed, close_reason, closed_reason, rating');

/** The times to the first reply are one text, because 50,000 rows take longer to read. */
const columns = (db: Handle) => {
  const waitedMs = sql.raw('first_reply_at - created_at');
  const waits =
    dialectOf(db) === 'sqlite' ? sql`group_concat(${waitedMs})` : sql`string_agg((${waitedMs})::text, ',')`;
  return sql`agent_id as "agentId", missed, close_reason as "closeReason", closed_reason as "closedReason", rating,
    count(*) as sessions, sum(has_replied) as answered, ${waits} as "firstReplyMs"`;
};

const ofAgents = ({ workspaceId, agentId }: DayRangeFilter) =>
  sql`workspace_id = ${workspaceId} and channel <> ${testChatChannel}
    ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}`;

const countInSqlite = (db: Handle, filter: DayRangeFilter) => {
  const day = dayOfCreation(filter);
  return sql<CountRow>`select ${day} as day, ${columns(db)} from human_sessions
    where ${ofAgents(filter)} and created_at >= ${filter.startMs} and created_at < ${filter.endMs}
    group by ${day}, ${groups}`;
};

/** Each day by itself: PostgreSQL cannot estimate the number of days, and would sort all sessions in a file. */
const countInPostgres = (db: Handle, filter: DayRangeFilter) => {
  const offsetMs = utcOffsetMsOf(filter);
  const dayAt = (timeMs: number) => sql.lit(Math.floor((timeMs + offsetMs) / dayMs));
  const startOf = (day: ReturnType<typeof sql>) => sql`${day} * ${sql.lit(dayMs)} - ${sql.lit(offsetMs)}`;
  return sql<CountRow>`select day, counts.*
    from generate_series(${dayAt(filter.startMs)}::bigint, ${dayAt(filter.endMs - 1)}::bigint) as days (day)
    cross join lateral (
      select ${columns(db)} from human_sessions
      where ${ofAgents(filter)} and created_at >= greatest(${startOf(sql`day`)}, ${filter.startMs})
        and created_at < least(${startOf(sql`(day + 1)`)}, ${filter.endMs})
      group by ${groups}
    ) as counts`;
};

/** Handoffs that started in the range, without test chats: how many had the same outcome, by day and agent. */
export const countHandoffs = async (db: Handle, filter: DayRangeFilter) => {
  const statement = dialectOf(db) === 'sqlite' ? countInSqlite(db, filter) : countInPostgres(db, filter);
  const { rows } = await statement.execute(db);
  return rows.map((row) => ({
    ...row,
    day: Number(row.day),
    sessions: Number(row.sessions),
    answered: Number(row.answered),
    firstReplyMs: new Float64Array(row.firstReplyMs?.split(',').map(Number) ?? []),
  }));
};

export type HandoffCount = Awaited<ReturnType<typeof countHandoffs>>[number];
