import { Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import { readTimes, TimeFilter } from './time-filter.ts';

const dayMs = 86_400_000;
export const longestDays = 366;
export const ordinaryDays = 30;
const furthestOffset = 14 * 60;

/** Query of a report by day. */
export const DayRangeQuery = {
  ...TimeFilter,
  utcOffsetMinutes: Type.Integer({
    minimum: -furthestOffset,
    maximum: furthestOffset,
    default: 0,
    description: 'Offset from UTC at which days begin, positive to the east',
  }),
};

interface DayRange {
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

export const readDayRange = (times: { from?: number; before?: number }, nowMs: number): DayRange => {
  const { startMs, endMs: lastMs = nowMs } = readTimes(times);
  const endMs = lastMs + 1;
  const range = { startMs: startMs ?? Math.max(0, endMs - ordinaryDays * dayMs), endMs };
  if (range.endMs - range.startMs > longestDays * dayMs)
    throw new AppError('invalidParameter', `from and before must be at most ${longestDays} days apart`);
  return range;
};

/** @param day days since the epoch. */
export const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** All days of the range. */
export const daysOf = ({ startMs, endMs }: DayRange, utcOffsetMinutes: number): string[] => {
  const dayOf = (timeMs: number): number => Math.floor((timeMs + utcOffsetMinutes * 60_000) / dayMs);
  const first = dayOf(startMs);
  return Array.from({ length: dayOf(endMs - 1) - first + 1 }, (_, index) => dayName(first + index));
};
