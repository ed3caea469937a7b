import type { ReadyJob } from './claim-store.ts';
import type { QueueOptions } from './port.ts';

interface Slot {
  key: string;
  group: string;
  pool: string | undefined;
}

type SlotOptions = Pick<
  QueueOptions<unknown>,
  'concurrency' | 'groupConcurrency' | 'poolOf' | 'poolConcurrency'
>;

/**
 * One key may use this many times what is left free: alone three quarters of all slots, the next one three
 * quarters of the rest. So whoever comes next always finds a free slot, and a busy key is hardly slowed down.
 */
const shareOfFree = 3;

/** Keys whose last turn is remembered. A forgotten one counts as never served. */
const mostRemembered = 10_000;

const createCounts = () => {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string, change: 1 | -1): void => {
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
    names: (): Iterable<string> => counts.keys(),
  };
};

/**
 * Who may use the workers of one queue in this process: so many in all, per group (a receiver, an agent), per
 * pool of groups (a host), and of each of these no fair key (workspace) more than its share.
 */
export const createSlots = ({
  concurrency,
  groupConcurrency,
  poolOf,
  poolConcurrency = concurrency,
}: SlotOptions) => {
  const byKey = createCounts();
  const byGroup = createCounts();
  const byPool = createCounts();
  const byKeyInPool = createCounts();
  /** By the job's sequence, as it was counted: a group may get another pool meanwhile. */
  const held = new Map<number, Slot>();
  const lastServed = new Map<string, number>();
  let turn = 0;

  const free = (): number => concurrency - held.size;
  const fitsShare = (ofKey: number, left: number): boolean => ofKey < shareOfFree * left;

  /** Work of the service itself, with no key, may use all slots. */
  const hasRoomForKey = (key: string): boolean =>
    key === '' ? free() > 0 : fitsShare(byKey.of(key), free());

  const limitOf = (group: string): number => groupConcurrency?.(group) ?? concurrency;

  /** What `key` can have at most while the others have what they have. */
  const capacityOf = (key: string): number => {
    const withoutOthers = free() + byKey.of(key);
    return key === '' ? withoutOthers : (withoutOthers * shareOfFree) / (1 + shareOfFree);
  };

  /** Within a key the groups share in the same way: one agent never uses up what its workspace may have. */
  const hasRoomInGroup = (key: string, group: string): boolean =>
    !groupConcurrency ||
    group === '' ||
    (byGroup.of(group) < limitOf(group) && fitsShare(byGroup.of(group), capacityOf(key) - byKey.of(key)));

  const hasRoomInPool = ({ key, pool }: Slot): boolean =>
    pool === undefined || fitsShare(byKeyInPool.of(`${pool} ${key}`), poolConcurrency - byPool.of(pool));

  const count = ({ key, group, pool }: Slot, change: 1 | -1): void => {
    byKey.add(key, change);
    byGroup.add(group, change);
    if (pool === undefined) return;
    byPool.add(pool, change);
    byKeyInPool.add(`${pool} ${key}`, change);
  };

  const serve = (sequence: number, slot: Slot): void => {
    // Already at work here: others took us for dead and freed it. It keeps the slot it has.
    if (held.has(sequence)) return;
    held.set(sequence, slot);
    count(slot, 1);
    turn += 1;
    lastServed.delete(slot.key);
    lastServed.set(slot.key, turn);
    if (lastServed.size > mostRemembered) lastServed.delete(lastServed.keys().next().value!);
  };

  /** First the key with the fewest at work; among equals the one whose last turn is longest ago. */
  const compareKeys = (a: string, b: string): number =>
    byKey.of(a) - byKey.of(b) || (lastServed.get(a) ?? 0) - (lastServed.get(b) ?? 0);

  return {
    free,
    hasRoomForKey,
    /** In the order in which they are to be served. */
    inFairOrder: (keys: readonly string[]): string[] => keys.toSorted(compareKeys),
    /** Those that are at their own limit. */
    fullGroups: (): string[] =>
      [...byGroup.names()].filter((group) => group !== '' && byGroup.of(group) >= limitOf(group)),

    /** Takes slots for as many of the jobs as there is room, key by key in turns. Names groups found full. */
    take: (ready: readonly ReadyJob[], full: Set<string>): ReadyJob[] => {
      const waiting = Map.groupBy(ready, (job) => job.fair_key);
      const taken: ReadyJob[] = [];
      for (;;) {
        let next: string | undefined;
        for (const key of waiting.keys())
          if (hasRoomForKey(key) && (next === undefined || compareKeys(key, next) < 0)) next = key;
        if (next === undefined) return taken;
        const jobs = waiting.get(next)!;
        const job = jobs.shift();
        if (!job) {
          waiting.delete(next);
          continue;
        }
        const group = job.group_key;
        const slot = { key: next, group, pool: poolOf?.(group) };
        if (hasRoomInGroup(next, group) && hasRoomInPool(slot)) {
          serve(job.sequence, slot);
          taken.push(job);
        } else full.add(group);
      }
    },
    giveBack: ({ sequence }: Pick<ReadyJob, 'sequence'>): void => {
      const slot = held.get(sequence);
      if (!slot) return;
      held.delete(sequence);
      count(slot, -1);
    },
  };
};
