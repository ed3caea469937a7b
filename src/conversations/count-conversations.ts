import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import {
  type ConversationFilter,
  listed,
  type Periods,
  tallied,
  tallyOf,
  wholePeriods,
} from './conversation-filter.ts';

export const countRows = async (db: Handle, filter: ConversationFilter): Promise<number> => {
  const { total } = await listed(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

export const sumPeriods = async (
  db: Handle,
  filter: ConversationFilter,
  periods: Periods,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(tally.total), 0) as total ${tallied(filter, periods)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
};

/** Count of the newest partial period, which no total covers. */
export const countNewestPiece = async (
  db: Handle,
  filter: ConversationFilter,
  { end }: Periods,
): Promise<number> => {
  const startMs = end * tallyOf(filter).lengthMs;
  return filter.endMs !== undefined && filter.endMs >= startMs ? countRows(db, { ...filter, startMs }) : 0;
};

const countOldestPiece = async (
  db: Handle,
  filter: ConversationFilter,
  { first }: Periods,
): Promise<number> => {
  const endMs = first * tallyOf(filter).lengthMs - 1;
  return filter.startMs !== undefined && filter.startMs <= endMs ? countRows(db, { ...filter, endMs }) : 0;
};

/** Exact: whole periods from the totals, the parts at both ends from the index. */
export const countConversations = async (db: Handle, filter: ConversationFilter): Promise<number> => {
  const periods = wholePeriods(filter);
  // PostgreSQL has no totals, because all rounds of an agent would wait for the row of the hour.
  if (dialectOf(db) === 'postgres' || !periods) return countRows(db, filter);
  return (
    (await countNewestPiece(db, filter, periods)) +
    (await sumPeriods(db, filter, periods)) +
    (await countOldestPiece(db, filter, periods))
  );
};
