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

/** The first and last period with conversations of the agent or the user. */
const findBounds = async (db: Handle, filter: ConversationFilter, periods: Periods): Promise<Periods> => {
  const period = periodOf(filter);
  const rest = tallied({ ...filter, channel: undefined }, periods);
  // Two queries: SQLite looks up a minimum or a maximum, but scans everything for both.
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    select (select min(${period}) ${rest}) as oldest, (select max(${period}) ${rest}) as newest`.execute(db);
  const { oldest, newest } = rows[0]!;
  return { first: oldest ?? periods.end, end: newest === null ? periods.end : newest + 1 };
};

/** The newest range of periods with more than `offset` conversations up to its end, found in doubling steps. */
const findStretch = async (
  db: Handle,
  filter: ConversationFilter,
  { first, end }: Periods,
  offset: number,
): Promise<{ stretch: Periods; newer: number } | undefined> => {
  let newer = 0;
  for (let [upper, length] = [end, 1]; upper > first; length *= 2) {
    const stretch = { first: Math.max(first, upper - length), end: upper };
    const inStretch = await sumPeriods(db, filter, stretch);
    if (newer + inStretch > offset) return { stretch, newer };
    newer += inStretch;
    upper = stretch.first;
  }
  return undefined;
};

/**
 * The period of the conversation with `offset` newer ones before it, and how
 * many of these are newer than the period. Reads few totals for a page near the newest, each about twice for the
 * last one. A running sum over all totals took SQLite ten times as long. Undefined if the periods contain no more
 * than `offset`.
 */
const findPeriod = async (
  db: Handle,
  filter: ConversationFilter,
  periods: Periods,
  offset: number,
): Promise<{ period: number; newer: number } | undefined> => {
  const found = await findStretch(db, filter, await findBounds(db, filter, periods), offset);
  if (!found) return undefined;
  let { first, end } = found.stretch;
  let { newer } = found;
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
 * Finds the same page through SQLite's totals, which show the hour or day in which it starts, so that
 * newer conversations need not be scanned.
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
