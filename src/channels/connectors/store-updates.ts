import { type Database, type Handle, sideBySide } from '../../db/index.ts';
import type { JobLog, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createGather } from '../../lib/gather/gather.ts';
import { createShortLivedCache } from '../../lib/short-lived-cache.ts';
import type { ChannelConnection } from './connection.ts';
import { noteInbound } from './connection-store.ts';
import type { PlatformUpdate } from './connector.ts';
import { countPendingUpdates, hasEarlierUpdate, hasUpdate, insertUpdate } from './update-store.ts';

export const updateQueue = 'channel-updates';

/** One job for each stored update. It processes the first update of the chat that waits. */
export interface UpdateJob {
  connectionId: string;
  chatKey: string;
}

/** What a platform has sent about a connection. */
interface ReceivedUpdates {
  connection: ChannelConnection;
  updates: readonly PlatformUpdate[];
  nowMs: number;
}

interface StoredUpdate extends Pick<ReceivedUpdates, 'connection' | 'nowMs'> {
  update: PlatformUpdate;
}

interface NewUpdate extends StoredUpdate {
  orderingKey: string;
  isAfterGap: boolean;
}

interface StoreDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  jobs: Pick<Jobs, 'enqueue'>;
}

const mostWaiting = 50_000;
const mostPerTransaction = 50;
const longestKey = 200;
/** How long an update waits for the one before it, if that was overtaken on its way. */
const gapMs = 700;
/** The time of the newest update is for operators, and not worth a write for each request. */
const noteEveryMs = 10_000;

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** PostgreSQL cannot store NUL in a text. */
const isKey = (key: string): boolean => key.length <= longestKey && !key.includes('\0');

const isUsable = ({ key, chatKey, position }: PlatformUpdate): boolean =>
  key !== '' && isKey(key) && isKey(chatKey) && Number.isSafeInteger(position);

/** Stores updates of platforms, each with the job that processes it. */
export const createStoreUpdates = ({ db, clock, log, jobs }: StoreDependencies) => {
  const backlogs = createShortLivedCache<{ count: number }>({ clock, keepMs: 1000, maxEntries: 10_000 });
  const notedAtMs = new Map<string, number>();

  const usableOf = ({ connection, updates, nowMs }: ReceivedUpdates): StoredUpdate[] => {
    const usable = updates.filter(isUsable);
    if (usable.length < updates.length)
      log.warn(
        { connectionId: connection.id, platform: connection.platform },
        'an update without a usable key was ignored',
      );
    return usable.map((update) => ({ connection, update, nowMs }));
  };

  /** Undefined if the update was stored before. */
  const storeOne = async (tx: Handle, stored: StoredUpdate): Promise<NewUpdate | undefined> => {
    const { connection, update, nowMs } = stored;
    const { key, chatKey, position, follows, payload } = update;
    const [isNew, isPredecessorStored] = await sideBySide([
      insertUpdate(tx, {
        connection_id: connection.id,
        update_key: key,
        chat_key: chatKey,
        position,
        payload: JSON.stringify(payload),
        received_at: nowMs,
      }),
      follows === undefined ? Promise.resolve(true) : hasUpdate(tx, connection.id, follows),
    ]);
    if (!isNew) return undefined;
    // The first update of a connection has none before it.
    const isAfterGap = !isPredecessorStored && (await hasEarlierUpdate(tx, connection.id, position));
    return { ...stored, orderingKey: `${connection.id} ${chatKey}`, isAfterGap };
  };

  const enqueueOne = (tx: Handle, { connection, update, nowMs, orderingKey, isAfterGap }: NewUpdate) => {
    const job: UpdateJob = { connectionId: connection.id, chatKey: update.chatKey };
    return jobs.enqueue(tx, updateQueue, job, {
      orderingKey,
      group: connection.id,
      workspaceId: connection.workspaceId,
      ...(isAfterGap ? { runAtMs: nowMs + gapMs } : {}),
    });
  };

  /** Statements of several updates are sent without waiting for each other. */
  const storeAll = async (tx: Handle, received: readonly ReceivedUpdates[]): Promise<void> => {
    const stored = await sideBySide(received.flatMap(usableOf).map((update) => storeOne(tx, update)));
    // Each job locks its chat. In the same order everywhere, so that no two transactions wait for each other.
    const added = stored
      .filter((update) => update !== undefined)
      .toSorted((one, other) => compareTexts(one.orderingKey, other.orderingKey));
    await sideBySide(added.map((update) => enqueueOne(tx, update)));
    faultPoint('update-storing');
  };

  return {
    /** Too many updates wait. */
    isBusy: async (connectionId: string): Promise<boolean> => {
      const backlog = await backlogs.get(connectionId, async () => ({
        count: await countPendingUpdates(db.query, connectionId, mostWaiting),
      }));
      return (backlog?.count ?? 0) >= mostWaiting;
    },

    /** In the caller's transaction. Repetitions are ignored. */
    storeIn: (tx: Handle, received: ReceivedUpdates): Promise<void> => storeAll(tx, [received]),

    /** Updates of concurrent requests share a transaction. */
    store: createGather<ReceivedUpdates, void>({
      most: mostPerTransaction,
      weigh: ({ updates }) => updates.length,
      atOnce: 2,
      run: async (received) => {
        await db.transaction((tx) => storeAll(tx, received));
        return received.map(() => undefined);
      },
    }),

    /** Records the time of the newest update. */
    note: async (connectionId: string, nowMs: number): Promise<void> => {
      if (Math.abs(nowMs - (notedAtMs.get(connectionId) ?? 0)) < noteEveryMs) return;
      if (notedAtMs.size > 10_000) notedAtMs.clear();
      notedAtMs.set(connectionId, nowMs);
      await noteInbound(db.query, connectionId, nowMs).catch((error: unknown) =>
        log.warn({ error, connectionId }, 'the time of a message could not be stored'),
      );
    },
  };
};

export type StoreUpdates = ReturnType<typeof createStoreUpdates>;
