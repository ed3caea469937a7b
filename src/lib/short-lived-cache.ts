import type { Clock } from './clock.ts';

interface Entry<Value> {
  reading: Promise<Value | undefined>;
  startedAtMs: number;
  /** The value of the newest completed read. */
  last: Value | undefined;
  /** The value is being read, for the first time or again. */
  isReading: boolean;
}

interface CacheOptions {
  clock: Clock;
  /** A change by another process is visible after this time. */
  keepMs: number;
  /** A full cache is emptied. */
  maxEntries: number;
}

/**
 * Values that almost every request needs and that seldom change. The owner of the data invalidates them after the
 * commit of a change (`afterCommit`); a read that began before is then not kept. Concurrent callers share one read.
 * A value that is used in the second half of its time is read again in the background, so that callers seldom wait. So a read
 * must not use the transaction of its caller, which may have ended.
 */
export const createShortLivedCache = <Value extends object>({ clock, keepMs, maxEntries }: CacheOptions) => {
  const entries = new Map<string, Entry<Value>>();

  /** Reads again. `read` gets the last known value, to return the same object if nothing changed. */
  const renew = (
    key: string,
    read: (last: Value | undefined) => Promise<Value | undefined>,
  ): Promise<Value | undefined> => {
    const last = entries.get(key)?.last;
    const entry: Entry<Value> = { reading: read(last), startedAtMs: clock.nowMs(), last, isReading: true };
    if (entries.size >= maxEntries) entries.clear();
    entries.set(key, entry);
    const drop = (): void => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.reading.then((value) => {
      entry.last = value;
      entry.isReading = false;
      // Missing values are not cached, because they may be created at any moment.
      if (value === undefined) drop();
    }, drop);
    return entry.reading;
  };

  const readAgain = async (
    key: string,
    entry: Entry<Value>,
    read: (last: Value | undefined) => Promise<Value | undefined>,
  ): Promise<void> => {
    entry.isReading = true;
    const startedAtMs = clock.nowMs();
    try {
      const value = await read(entry.last);
      // Otherwise a change or a newer read has replaced the entry.
      if (entries.get(key) !== entry) return;
      if (value === undefined) entries.delete(key);
      else entries.set(key, { reading: Promise.resolve(value), startedAtMs, last: value, isReading: false });
    } catch {
      // The value is kept until it expires. The next caller then gets the error.
    }
  };

  return {
    get: (key: string, read: (last: Value | undefined) => Promise<Value | undefined>) => {
      const known = entries.get(key);
      // If the clock was set back, a value must not stay cached for the length of the jump.
      const ageMs = known ? Math.abs(clock.nowMs() - known.startedAtMs) : keepMs;
      if (!known || ageMs >= keepMs) return renew(key, read);
      if (ageMs >= keepMs / 2 && !known.isReading) void readAgain(key, known, read);
      return known.reading;
    },
    renew,
    /** The value of the newest read, also if it has expired. */
    last: (key: string): Value | undefined => entries.get(key)?.last,
    forget: (key: string): void => void entries.delete(key),
    clear: (): void => entries.clear(),
  };
};
