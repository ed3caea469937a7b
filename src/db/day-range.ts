import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseKind, Handle } from './database.ts';
import { dialectOf } from './dialect-of.ts';

/** What a report by day reads. */
export interface DayRangeFilter {
  workspaceId: string;
  agentId?: string | undefined;
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Offset east of UTC at which days begin. */
  utcOffsetMinutes: number;
}

export const dayMs = 86_400_000;
const minuteMs = 60_000;

export const utcOffsetMsOf = ({ utcOffsetMinutes }: Pick<DayRangeFilter, 'utcOffsetMinutes'>): number =>
  utcOffsetMinutes * minuteMs;

/** The day on which a row was created: days since the epoch. */
export const dayOfCreation = (filter: Pick<DayRangeFilter, 'utcOffsetMinutes'>) =>
  sql<number>`(created_at + ${sql.lit(utcOffsetMsOf(filter))}) / ${sql.lit(dayMs)}`;

type ReportedTable = 'human_sessions' | 'ledger_entries';

const endOfSlice = async (
  db: Handle,
  table: ReportedTable,
  { workspaceId, startMs, endMs }: DayRangeFilter,
  rowsAtOnce: number,
): Promise<number> => {
  if (rowsAtOnce === Number.POSITIVE_INFINITY) return endMs;
  const row = await db
    .selectFrom(table)
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .orderBy('created_at')
    .limit(1)
    .offset(rowsAtOnce)
    .executeTakeFirst();
  return row ? Math.min(endMs, row.created_at + 1) : endMs;
};

/**
 * The range in parts, so that one statement reads about the given number of rows: on SQLite all other queries wait for it.
 * Other work of the process runs between the parts.
 */
export async function* slicesOf(
  db: Handle,
  table: ReportedTable,
  filter: DayRangeFilter,
  rowsAtOnce: Record<DatabaseKind, number>,
): AsyncGenerator<DayRangeFilter> {
  for (let { startMs } = filter; startMs < filter.endMs; ) {
    const endMs = await endOfSlice(db, table, { ...filter, startMs }, rowsAtOnce[dialectOf(db)]);
    yield { ...filter, startMs, endMs };
    startMs = endMs;
    await nextTick();
  }
}
