import { createZonedTime } from '../lib/opening-hours/zoned-time.ts';

const dayMs = 86_400_000;
/** Offsets of time zones change only at a multiple of this, and are multiples of it since 1972. */
const slotMs = 15 * 60_000;
const mostSlots = 50_000;

/** Returns the day of a moment in a time zone: days since the epoch. Remembers offsets, because `Intl` is slow. */
const createLocalDays = (timeZone: string) => {
  const { wallTimeOf } = createZonedTime(timeZone);
  const offsets = new Map<number, number>();
  return (atMs: number): number => {
    const slot = Math.floor(atMs / slotMs);
    let offsetMs = offsets.get(slot);
    if (offsetMs === undefined) {
      if (offsets.size >= mostSlots) offsets.clear();
      offsetMs = wallTimeOf(slot * slotMs) - slot * slotMs;
      offsets.set(slot, offsetMs);
    }
    return Math.floor((atMs + offsetMs) / dayMs);
  };
};

export const utc = 'UTC';
const known = new Map<string, (atMs: number) => number>();

export const localDayOf = (timeZone: string, atMs: number): number => {
  if (timeZone === utc) return Math.floor(atMs / dayMs);
  let dayOf = known.get(timeZone);
  if (!dayOf) {
    dayOf = createLocalDays(timeZone);
    known.set(timeZone, dayOf);
  }
  return dayOf(atMs);
};
