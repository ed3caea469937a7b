import { Type } from 'typebox';
import { AppError } from '../lib/errors.ts';
import { minutesOf, type OpeningHours, weekdays } from '../lib/opening-hours/opening-hours.ts';
import { isTimeZone } from '../lib/opening-hours/zoned-time.ts';

const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:MM' });
const EndOfRange = Type.String({
  pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
  description: 'HH:MM, later than `from`; 24:00 is the end of the day. Not open any more at this time',
});
const rangesPerDay = 10;
const maxExceptions = 400;

/** When people answer in the inbox. */
export const OpeningHoursSettings = Type.Object({
  timeZone: Type.String({ maxLength: 64, description: 'IANA time zone, for example Europe/Berlin' }),
  weekly: Type.Array(
    Type.Object({
      day: Type.Enum(weekdays),
      from: TimeOfDay,
      to: EndOfRange,
    }),
    { maxItems: weekdays.length * rangesPerDay, default: [] },
  ),
  exceptions: Type.Array(
    Type.Object({
      date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'YYYY-MM-DD' }),
      ranges: Type.Array(Type.Object({ from: TimeOfDay, to: EndOfRange }), {
        maxItems: rangesPerDay,
        default: [],
        description: 'Hours of this date instead of the weekly ones; empty: closed',
      }),
    }),
    { maxItems: maxExceptions, default: [] },
  ),
});

const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const field = 'settings.humanService.inbox.hours';
const refuse = (place: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field}.${place}: ${rule}`);
};

interface TimeRange {
  from: string;
  to: string;
}

const requireRanges = (place: string, ranges: readonly TimeRange[]): void => {
  if (ranges.length > rangesPerDay) refuse(place, `a day may have at most ${rangesPerDay} ranges`);
  const sorted = ranges
    .map(({ from, to }) => ({ from, to, start: minutesOf(from), end: minutesOf(to) }))
    .sort((a, b) => a.start - b.start);
  for (const [index, { from, to, start, end }] of sorted.entries()) {
    if (start >= end) refuse(place, `the range ${from} to ${to} must end after its start`);
    const next = sorted[index + 1];
    if (next && next.start < end)
      refuse(place, `the ranges ${from} to ${to} and ${next.from} to ${next.to} overlap`);
  }
};

/** The rules that the schema cannot state. Throws an error that names the field. */
export const requireOpeningHours = (hours: OpeningHours | null): void => {
  if (hours === null) return;
  if (!isTimeZone(hours.timeZone)) refuse('timeZone', 'must be an IANA time zone, for example Europe/Berlin');
  for (const day of weekdays)
    requireRanges(
      `weekly (${day})`,
      hours.weekly.filter((range) => range.day === day),
    );
  const dates = new Set<string>();
  for (const { date, ranges } of hours.exceptions) {
    if (!isDate(date)) refuse('exceptions', `${date} is not a date`);
    if (dates.has(date)) refuse('exceptions', `${date} is given twice`);
    dates.add(date);
    requireRanges(`exceptions (${date})`, ranges);
  }
};
