import type { Clock } from './clock.ts';

interface Entry<Value> {
  reading: Promise<Value | undefined>;
  startedAtMs: number;
  /** The value of the newest reading that has ended. */
  last: Value | undefined;
}

interface CacheOptions {
  clock: Clock;
  /** A change made by another process is seen after this long. */
  keepMs: number;
  /** A full cache is emptied. */
  maxEntries: number;
}

/**
 * Values that almost every request needs and that seldom change. The owner of the data forgets them after the commit of
 * a change (`afterCommit`); a reading that began before is then not kept. Callers at the same time share one reading.
 */
export const createShortLivedCache = <Value extends object>({ clock, keepMs, maxEntries }: CacheOptions) => {
  const entries = new Map<string, Entry<Value>>();

  /** Reads again. `read` gets the last known value, to return the same object where nothing changed. */
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
      // What does not exist yet may be created at any moment.
      if (value === undefined) drop();
    }, drop);
    return entry.reading;
  };

  return {
    get: (key: string, read: (last: Value | undefined) => Promise<Value | undefined>) => {
      const known = entries.get(key);
      // A clock that was set back must not keep what was read for the length of the jump.
      if (known && Math.abs(clock.nowMs() - known.startedAtMs) < keepMs) return known.reading;
      return renew(key, read);
    },
    renew,
    forget: (key: string): void => void entries.delete(key),
    clear: (): void => entries.clear(),
  };
};
