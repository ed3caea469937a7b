const minuteMs = 60_000;
const dayMs = 86_400_000;

/** An IANA time zone that this version of Node knows. Offsets such as +01:00 have no daylight saving time and are refused. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/**
 * Clock times in a time zone. A wall time is the time that a clock there shows, as the milliseconds that UTC has when it shows
 * the same. Node 24 has no `Temporal`, and `Intl` has the same database of time zones.
 */
export const createZonedTime = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  const wallTimeOf = (atMs: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(atMs)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((atMs % 1000) + 1000) % 1000);
  };

  const offsetAt = (atMs: number): number => wallTimeOf(atMs) - atMs;

  return {
    wallTimeOf,

    /** The moments at which a clock shows this time: none in the hour that is skipped, two in the hour that is repeated. */
    momentsOf: (wallMs: number): number[] => {
      const offsets = new Set([offsetAt(wallMs - dayMs), offsetAt(wallMs), offsetAt(wallMs + dayMs)]);
      return [...offsets]
        .map((offset) => wallMs - offset)
        .filter((atMs) => wallTimeOf(atMs) === wallMs)
        .sort((a, b) => a - b);
    },

    /** The first change of the offset after `fromMs` and not after `toMs`, which are at most a few days apart. */
    changeBetween: (fromMs: number, toMs: number): number | undefined => {
      const before = offsetAt(fromMs);
      if (offsetAt(toMs) === before) return undefined;
      let low = Math.floor(fromMs / minuteMs);
      let high = Math.ceil(toMs / minuteMs);
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (offsetAt(middle * minuteMs) === before) low = middle;
        else high = middle;
      }
      return high * minuteMs;
    },
  };
};
