import { createZonedTime } from './zoned-time.ts';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** From 00:00 to 24:00, without the end. */
interface TimeRange {
  from: string;
  to: string;
}

/** When people answer. Times are those that a clock in the time zone shows. */
export interface OpeningHours {
  timeZone: string;
  weekly: readonly (TimeRange & { day: (typeof weekdays)[number] })[];
  /** Replace the hours of a date (YYYY-MM-DD). Without ranges: closed on that date. */
  exceptions: readonly { date: string; ranges: readonly TimeRange[] }[];
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** How many days ahead an opening is searched. */
const searchedDays = 366;

export const minutesOf = (time: string): number => {
  const [hour, minute] = time.split(':').map(Number);
  return hour! * 60 + minute!;
};

const rangesOf = (hours: OpeningHours, dayStartMs: number): readonly TimeRange[] => {
  const date = new Date(dayStartMs).toISOString().slice(0, 10);
  const exception = hours.exceptions.find((other) => other.date === date);
  if (exception) return exception.ranges;
  // 1970-01-01 was a Thursday.
  const weekday = weekdays[(((Math.floor(dayStartMs / dayMs) + 3) % 7) + 7) % 7];
  return hours.weekly.filter(({ day }) => day === weekday);
};

const startOfDay = (wallMs: number): number => Math.floor(wallMs / dayMs) * dayMs;

const isOpenAtWall = (hours: OpeningHours, wallMs: number): boolean => {
  const dayStartMs = startOfDay(wallMs);
  const minute = (wallMs - dayStartMs) / minuteMs;
  return rangesOf(hours, dayStartMs).some(
    ({ from, to }) => minutesOf(from) <= minute && minute < minutesOf(to),
  );
};

/**
 * Whether a clock in the time zone shows a time within the opening hours. So a skipped hour is not open, and a repeated hour is
 * open twice. @param hours null: always open.
 */
export const isOpen = (hours: OpeningHours | null, atMs: number): boolean =>
  hours === null || isOpenAtWall(hours, createZonedTime(hours.timeZone).wallTimeOf(atMs));

/** The first moment at or after `atMs` that is open. Undefined: none within a year. @param hours null: always open. */
export const nextOpening = (hours: OpeningHours | null, atMs: number): number | undefined => {
  if (isOpen(hours, atMs) || hours === null) return atMs;
  const zoned = createZonedTime(hours.timeZone);
  const isOpenOnDay = (momentMs: number, dayStartMs: number): boolean => {
    const wallMs = zoned.wallTimeOf(momentMs);
    return startOfDay(wallMs) === dayStartMs && isOpenAtWall(hours, wallMs);
  };
  const todayMs = startOfDay(zoned.wallTimeOf(atMs));
  for (let day = 0; day <= searchedDays; day++) {
    const dayStartMs = todayMs + day * dayMs;
    const ranges = rangesOf(hours, dayStartMs);
    if (ranges.length === 0) continue;
    const starts = ranges.flatMap(({ from }) => zoned.momentsOf(dayStartMs + minutesOf(from) * minuteMs));
    // Where the offset changes, the clock can jump into a range. Offsets are within 14 hours of UTC.
    const change = zoned.changeBetween(dayStartMs - 16 * 60 * minuteMs, dayStartMs + 40 * 60 * minuteMs);
    const candidates = [...starts, ...(change === undefined ? [] : [change])].filter(
      (momentMs) => momentMs >= atMs && isOpenOnDay(momentMs, dayStartMs),
    );
    if (candidates.length > 0) return Math.min(...candidates);
  }
  return undefined;
};
