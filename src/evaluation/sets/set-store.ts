import type { Handle } from '../../db/index.ts';
import { type SetSettings, type TestSet, toSet } from './test-set.ts';

const columnsOf = (settings: SetSettings) => ({
  name: settings.name,
  description: settings.description,
  judge_model: settings.judgeModel === null ? null : JSON.stringify(settings.judgeModel),
  repeats: settings.repeats,
  schedule: settings.schedule,
  required_pass_rate: settings.requiredPassRate,
});

export const insertSet = async (
  tx: Handle,
  set: SetSettings & Pick<TestSet, 'id' | 'workspaceId' | 'agentId' | 'nextRunAtMs' | 'creatorEmail'>,
  nowMs: number,
): Promise<TestSet> => {
  const row = await tx
    .insertInto('test_sets')
    .values({
      id: set.id,
      workspace_id: set.workspaceId,
      agent_id: set.agentId,
      ...columnsOf(set),
      next_run_at: set.nextRunAtMs,
      creator_email: set.creatorEmail,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSet(row);
};

export const findSet = async (db: Handle, agentId: string, id: string): Promise<TestSet | undefined> => {
  const row = await db
    .selectFrom('test_sets')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row && toSet(row);
};

export const findSetById = async (db: Handle, id: string): Promise<TestSet | undefined> => {
  const row = await db.selectFrom('test_sets').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSet(row);
};

/** Oldest first. */
export const listSets = async (db: Handle, agentId: string): Promise<TestSet[]> => {
  const rows = await db
    .selectFrom('test_sets')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toSet);
};

/** Undefined if the set was deleted. */
export const updateSet = async (
  tx: Handle,
  id: string,
  settings: SetSettings & Pick<TestSet, 'nextRunAtMs'>,
  nowMs: number,
): Promise<TestSet | undefined> => {
  const row = await tx
    .updateTable('test_sets')
    .set({ ...columnsOf(settings), next_run_at: settings.nextRunAtMs, updated_at: nowMs })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toSet(row);
};

export const setNextRun = async (tx: Handle, id: string, nextRunAtMs: number | null): Promise<void> => {
  await tx.updateTable('test_sets').set({ next_run_at: nextRunAtMs }).where('id', '=', id).execute();
};

/**
 * Makes changes of the cases of a set wait for each other, so that the limit of cases holds. False if the set was
 * deleted.
 */
export const touchSet = async (tx: Handle, id: string, nowMs: number): Promise<boolean> => {
  const row = await tx
    .updateTable('test_sets')
    .set({ updated_at: nowMs })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteSet = async (tx: Handle, id: string): Promise<void> => {
  await tx.deleteFrom('test_sets').where('id', '=', id).execute();
};
