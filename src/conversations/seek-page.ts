import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import {
  type ConversationFilter,
  type Periods,
  periodOf,
  tallied,
  tallyOf,
  wholePeriods,
} from './conversation-filter.ts';
import { countNewestPiece, sumPeriods } from './count-conversations.ts';

interface Place {
  filter: ConversationFilter;
  offset: number;
}

/** The first and last period in which the agent, or the user, has conversations at all. */
const findBounds = async (db: Handle, filter: ConversationFilter, periods: Periods): Promise<Periods> => {
  const period = periodOf(filter);
  const rest = tallied({ ...filter, channel: undefined }, periods);
  // Apart: SQLite looks up a least or a greatest, but reads everything for both.
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    select (select min(${period}) ${rest}) as oldest, (select max(${period}) ${rest}) as newest`.execute(db);
  const { oldest, newest } = rows[0]!;
  return { first: oldest ?? periods.end, end: newest === null ? periods.end : newest + 1 };
};

/**
 * The period in which the conversation stands that has `offset` newer ones before it within the periods, and how
 * many of them are newer than the period. By halves, so that each total is read about once; a running sum over
 * all of them took SQLite ten times as long. Undefined when the periods hold no more than `offset`.
 */
const findPeriod = async (
  db: Handle,
  filter: ConversationFilter,
  periods: Periods,
  offset: number,
): Promise<{ period: number; newer: number } | undefined> => {
  let { first, end } = await findBounds(db, filter, periods);
  let newer = 0;
  if (first >= end || (await sumPeriods(db, filter, { first, end })) <= offset) return undefined;
  while (end - first > 1) {
    const middle = Math.floor((first + end) / 2);
    const inNewerHalf = await sumPeriods(db, filter, { first: middle, end });
    if (newer + inNewerHalf > offset) first = middle;
    else {
      newer += inNewerHalf;
      end = middle;
    }
  }
  return { period: first, newer };
};

/**
 * The same page, asked for from nearby: the totals that SQLite keeps say in which hour or day it begins, so that
 * what is newer need not be walked through.
 */
export const seekPage = async (db: Handle, place: Place, walkedEntries: number): Promise<Place> => {
  const { filter, offset } = place;
  const periods = wholePeriods(filter);
  if (offset <= walkedEntries || !periods) return place;
  const before = offset - (await countNewestPiece(db, filter, periods));
  if (before < 0) return place;
  const { lengthMs } = tallyOf(filter);
  const found = await findPeriod(db, filter, periods, before);
  const endMs = (found ? found.period + 1 : periods.first) * lengthMs - 1;
  const newer = found ? found.newer : await sumPeriods(db, filter, periods);
  return { filter: { ...filter, endMs }, offset: before - newer };
};
