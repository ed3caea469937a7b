import type { Database, Handle } from '../../db/index.ts';
import type { JobLog, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createShortLivedCache } from '../../lib/short-lived-cache.ts';
import type { ChannelConnection } from './connection.ts';
import { noteInbound } from './connection-store.ts';
import type { PlatformUpdate } from './connector.ts';
import { countPendingUpdates, hasOtherUpdate, hasUpdate, insertUpdate } from './update-store.ts';

export const updateQueue = 'channel-updates';

/** One job for each stored update. It processes the first update of the chat that waits. */
export interface UpdateJob {
  connectionId: string;
  chatKey: string;
}

interface StoreDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  jobs: Pick<Jobs, 'enqueue'>;
}

const mostWaiting = 50_000;
const longestKey = 200;
/** How long an update waits for the one before it, if that was overtaken on its way. */
const gapMs = 700;
/** The time of the newest update is for operators, and not worth a write for each request. */
const noteEveryMs = 10_000;

/** PostgreSQL cannot store NUL in a text. */
const isKey = (key: string): boolean => key.length <= longestKey && !key.includes('\0');

const isUsable = ({ key, chatKey, position }: PlatformUpdate): boolean =>
  key !== '' && isKey(key) && isKey(chatKey) && Number.isSafeInteger(position);

/** Stores updates of platforms, each with the job that processes it. */
export const createStoreUpdates = ({ db, clock, log, jobs }: StoreDependencies) => {
  const backlogs = createShortLivedCache<{ count: number }>({ clock, keepMs: 1000, maxEntries: 10_000 });
  const notedAtMs = new Map<string, number>();

  const storeOne = async (
    tx: Handle,
    { id: connectionId, workspaceId }: ChannelConnection,
    update: PlatformUpdate,
    nowMs: number,
  ): Promise<void> => {
    const { key, chatKey, position, follows, payload } = update;
    const isNew = await insertUpdate(tx, {
      connection_id: connectionId,
      update_key: key,
      chat_key: chatKey,
      position,
      payload: JSON.stringify(payload),
      received_at: nowMs,
    });
    if (!isNew) return;
    // The first update of a connection has none before it.
    const isAfterGap =
      follows !== undefined &&
      !(await hasUpdate(tx, connectionId, follows)) &&
      (await hasOtherUpdate(tx, connectionId, key));
    const job: UpdateJob = { connectionId, chatKey };
    await jobs.enqueue(tx, updateQueue, job, {
      orderingKey: `${connectionId} ${chatKey}`,
      group: connectionId,
      workspaceId,
      ...(isAfterGap ? { runAtMs: nowMs + gapMs } : {}),
    });
  };

  return {
    /** Too many updates wait. */
    isBusy: async (connectionId: string): Promise<boolean> => {
      const backlog = await backlogs.get(connectionId, async () => ({
        count: await countPendingUpdates(db.query, connectionId, mostWaiting),
      }));
      return (backlog?.count ?? 0) >= mostWaiting;
    },

    /** Repetitions are ignored. */
    storeIn: async (
      tx: Handle,
      connection: ChannelConnection,
      updates: readonly PlatformUpdate[],
      nowMs: number,
    ): Promise<void> => {
      const usable = updates.filter(isUsable);
      if (usable.length < updates.length)
        log.warn(
          { connectionId: connection.id, platform: connection.platform },
          'an update without a usable key was ignored',
        );
      for (const update of usable) await storeOne(tx, connection, update, nowMs);
      faultPoint('update-storing');
    },

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
