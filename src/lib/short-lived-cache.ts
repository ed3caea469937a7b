import type { Clock } from './clock.ts';

interface Entry<Value> {
  reading: Promise<Value | undefined>;
  startedAtMs: number;
  /** The value of the newest completed read. */
  last: Value | undefined;
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
 */
export const createShortLivedCache = <Value extends object>({ clock, keepMs, maxEntries }: CacheOptions) => {
  const entries = new Map<string, Entry<Value>>();

  /** Reads again. `read` gets the last known value, to return the same object if nothing changed. */
  const renew = (
    key: string,
    read: (last: Value | undefined) => Promise<Value | undefined>,
  ): Promise<Value | undefined> => {
    const last = entries.get(key)?.last;
    const entry: Entry<Value> = { reading: read(last), startedAtMs: clock.nowMs(), last };
    if (entries.size >= maxEntries) entries.clear();
    entries.set(key, entry);
    const drop = (): void => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.reading.then((value) => {
      entry.last = value;
      // Missing values are not cached, because they may be created at any moment.
      if (value === undefined) drop();
    }, drop);
    return entry.reading;
  };

  return {
    get: (key: string, read: (last: Value | undefined) => Promise<Value | undefined>) => {
      const known = entries.get(key);
      // If the clock was set back, a value must not stay cached for the length of the jump.
      if (known && Math.abs(clock.nowMs() - known.startedAtMs) < keepMs) return known.reading;
      return renew(key, read);
    },
    renew,
    forget: (key: string): void => void entries.delete(key),
    clear: (): void => entries.clear(),
  };
};
