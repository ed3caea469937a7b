import type { ReadyJob } from './claim-store.ts';
import type { QueueOptions } from './port.ts';

interface Slot {
  key: string;
  group: string;
  pool: string | undefined;
  hasLeftGroup: boolean;
}

type SlotOptions = Pick<
  QueueOptions<unknown>,
  'concurrency' | 'groupConcurrency' | 'poolOf' | 'poolConcurrency'
>;

/**
 * One key may use this many times the free slots: alone three quarters of all slots, the next one three
 * quarters of the rest. So the next key always finds a free slot, and a busy key is hardly slowed down.
 */
const shareOfFree = 3;

/** Jobs of a group, with those that have left it, as a multiple of its limit: what a killed process may do again is limited. */
const mostWithLeft = 2;

/** Number of keys whose last use is stored. An unknown key counts as never served. */
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
 * Limits of the workers of one queue in this process: in total, per group (a receiver, an agent), per
 * pool of groups (a host), and in each of these a maximum share per fair key (workspace).
 */
export const createSlots = ({
  concurrency,
  groupConcurrency,
  poolOf,
  poolConcurrency = concurrency,
}: SlotOptions) => {
  const byKey = createCounts();
  const byGroup = createCounts();
  const leftByGroup = createCounts();
  const byPool = createCounts();
  const byKeyInPool = createCounts();
  /** By the job's sequence, with the pool at the start of the job: a group may get another pool meanwhile. */
  const held = new Map<number, Slot>();
  const lastServed = new Map<string, number>();
  let servedCount = 0;

  const free = (): number => concurrency - held.size;
  const fitsShare = (ofKey: number, left: number): boolean => ofKey < shareOfFree * left;

  /** Work of the service itself, without a key, may use all slots. */
  const hasRoomForKey = (key: string): boolean =>
    key === '' ? free() > 0 : fitsShare(byKey.of(key), free());

  const limitOf = (group: string): number => groupConcurrency?.(group) ?? concurrency;

  /** Maximum for `key` with the current use of the others. */
  const capacityOf = (key: string): number => {
    const withoutOthers = free() + byKey.of(key);
    return key === '' ? withoutOthers : (withoutOthers * shareOfFree) / (1 + shareOfFree);
  };

  const isFull = (group: string): boolean =>
    byGroup.of(group) >= limitOf(group) ||
    byGroup.of(group) + leftByGroup.of(group) >= limitOf(group) * mostWithLeft;

  /** Groups of a key share in the same way: one agent never uses all slots of its workspace. */
  const hasRoomInGroup = (key: string, group: string): boolean =>
    !groupConcurrency ||
    group === '' ||
    (!isFull(group) && fitsShare(byGroup.of(group), capacityOf(key) - byKey.of(key)));

  const hasRoomInPool = ({ key, pool }: Pick<Slot, 'key' | 'pool'>): boolean =>
    pool === undefined || fitsShare(byKeyInPool.of(`${pool} ${key}`), poolConcurrency - byPool.of(pool));

  const countInGroup = ({ key, group, pool }: Slot, change: 1 | -1): void => {
    byGroup.add(group, change);
    if (pool === undefined) return;
    byPool.add(pool, change);
    byKeyInPool.add(`${pool} ${key}`, change);
  };

  const serve = (sequence: number, slot: Slot): void => {
    // Already running here: others considered this process dead and freed it. It keeps its slot.
    if (held.has(sequence)) return;
    held.set(sequence, slot);
    byKey.add(slot.key, 1);
    countInGroup(slot, 1);
    servedCount += 1;
    lastServed.delete(slot.key);
    lastServed.set(slot.key, servedCount);
    if (lastServed.size > mostRemembered) lastServed.delete(lastServed.keys().next().value!);
  };

  /** The job keeps its slot of the queue and of its key. */
  const leaveGroup = ({ sequence }: Pick<ReadyJob, 'sequence'>): void => {
    const slot = held.get(sequence);
    if (!slot || slot.hasLeftGroup) return;
    slot.hasLeftGroup = true;
    countInGroup(slot, -1);
    leftByGroup.add(slot.group, 1);
  };

  /** First the key with the fewest running jobs. Among equals the one served longest ago. */
  const compareKeys = (a: string, b: string): number =>
    byKey.of(a) - byKey.of(b) || (lastServed.get(a) ?? 0) - (lastServed.get(b) ?? 0);

  return {
    free,
    hasRoomForKey,
    /** In serving order. */
    inFairOrder: (keys: readonly string[]): string[] => keys.toSorted(compareKeys),
    /** Groups at their own limit. */
    fullGroups: (): string[] =>
      [...new Set([...byGroup.names(), ...leftByGroup.names()])].filter(
        (group) => group !== '' && isFull(group),
      ),

    /** Takes slots for as many jobs as possible, in fair order of the keys. Adds full groups to `full`. */
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
        const slot = { key: next, group, pool: poolOf?.(group), hasLeftGroup: false };
        if (hasRoomInGroup(next, group) && hasRoomInPool(slot)) {
          serve(job.sequence, slot);
          taken.push(job);
        } else full.add(group);
      }
    },
    leaveGroup,
    giveBack: ({ sequence }: Pick<ReadyJob, 'sequence'>): void => {
      const slot = held.get(sequence);
      if (!slot) return;
      leaveGroup({ sequence });
      leftByGroup.add(slot.group, -1);
      held.delete(sequence);
      byKey.add(slot.key, -1);
    },
  };
};
