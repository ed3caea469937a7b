import type { AlsoIn, Database, Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { type Delivery, type DeliveryRow, toDelivery } from './delivery.ts';
import { type DeliveryFilter, listAfter, lockDelivery, updateDelivery } from './store.ts';

export type EnqueueJob = (
  tx: Handle,
  delivery: Pick<
    Delivery,
    'id' | 'workspaceId' | 'agentId' | 'conversationId' | 'connectionId' | 'chatId' | 'target'
  >,
) => Promise<unknown>;

interface ReplayDependencies {
  db: Database;
  jobs: Pick<Jobs, 'runNow'>;
  clock: Clock;
  enqueueJob: EnqueueJob;
}

const batchSize = 200;

export const createReplay = ({ db, jobs, clock, enqueueJob }: ReplayDependencies) => {
  const replayOne = async (tx: Handle, found: DeliveryRow): Promise<void> => {
    const { id } = found;
    // Read again with a lock, because it may have ended since it was found.
    const row = await lockDelivery(tx, id);
    // It was delivered meanwhile, so there is nothing to do.
    if (!row || (found.status === 'pending' && row.status === 'delivered')) return;
    const nowMs = clock.nowMs();
    if (row.status === 'pending') {
      await updateDelivery(tx, id, { next_attempt_at: nowMs });
      return jobs.runNow(tx, id);
    }
    const again = { status: 'pending', next_attempt_at: nowMs, ended_at: null } as const;
    await updateDelivery(tx, id, { ...again, schedule_step: 0, hastened_step: 0 });
    await enqueueJob(tx, toDelivery(row));
  };

  const replay = async (rows: DeliveryRow[], alsoIn?: AlsoIn<number>): Promise<void> => {
    await db.transaction(async (tx) => {
      for (const row of rows) await replayOne(tx, row);
      await alsoIn?.(tx, rows.length);
    });
  };

  return {
    replay,
    /** In batches of one transaction each. The caller's addition is part of each transaction. */
    replayMatching: async (filter: DeliveryFilter, alsoIn?: AlsoIn<number>): Promise<number> => {
      let afterSequence = 0;
      for (let replayed = 0; ; ) {
        const rows = await listAfter(db.query, { status: 'dead', ...filter }, afterSequence, batchSize);
        if (rows.length > 0) await replay(rows, alsoIn);
        replayed += rows.length;
        if (rows.length < batchSize) return replayed;
        afterSequence = rows.at(-1)!.sequence;
      }
    },
  };
};
