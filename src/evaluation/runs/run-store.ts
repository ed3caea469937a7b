import { sql, type Updateable } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../../db/index.ts';
import type { TestSet } from '../sets/test-set.ts';
import { type TestRun, toRun } from './test-run.ts';

const active = sql<boolean>`status in ('queued', 'running')`;

interface NewRun
  extends Pick<
    TestRun,
    | 'id'
    | 'startedBy'
    | 'creatorEmail'
    | 'agentVersion'
    | 'usesFlowDraft'
    | 'repeats'
    | 'concurrency'
    | 'estimateNano'
  > {
  set: TestSet;
}

/** Undefined if a run of the set is queued or running already. */
export const insertRun = async (tx: Handle, run: NewRun, nowMs: number): Promise<TestRun | undefined> => {
  const row = await tx
    .insertInto('test_runs')
    .values({
      id: run.id,
      set_id: run.set.id,
      workspace_id: run.set.workspaceId,
      agent_id: run.set.agentId,
      status: 'queued',
      started_by: run.startedBy,
      creator_email: run.creatorEmail,
      is_cancelled: 0,
      is_seeded: 0,
      agent_version: run.agentVersion,
      uses_flow_draft: run.usesFlowDraft ? 1 : 0,
      repeats: run.repeats,
      concurrency: run.concurrency,
      cases: 0,
      attempts: 0,
      passed: 0,
      failed: 0,
      errors: 0,
      passed_cases: 0,
      regressions: 0,
      previous_run_id: null,
      cost_nano: 0,
      estimate_nano: run.estimateNano,
      error: null,
      created_at: nowMs,
      started_at: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
};

export const findRun = async (db: Handle, setId: string, id: string): Promise<TestRun | undefined> => {
  const row = await db
    .selectFrom('test_runs')
    .selectAll()
    .where('id', '=', id)
    .where('set_id', '=', setId)
    .executeTakeFirst();
  return row && toRun(row);
};

/** Newest first. */
export const listRuns = async (
  db: Handle,
  setId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ runs: TestRun[]; total: number }> => {
  const ofSet = db.selectFrom('test_runs').where('set_id', '=', setId);
  const { total } = await ofSet
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ofSet
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { runs: rows.map(toRun), total: Number(total) };
};

/** The newest run of each set. */
export const newestRuns = async (db: Handle, setIds: readonly string[]): Promise<Map<string, TestRun>> => {
  if (setIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('test_runs as run')
    .selectAll()
    .where('set_id', 'in', setIds)
    .where(
      'id',
      '=',
      sql<string>`(select id from test_runs as newest where newest.set_id = run.set_id
        order by created_at desc, id desc limit 1)`,
    )
    .execute();
  return new Map(rows.map((row) => [row.set_id, toRun(row)]));
};

/** The newest completed run of the set before this time. */
export const findCompletedBefore = async (
  db: Handle,
  setId: string,
  beforeMs: number,
): Promise<TestRun | undefined> => {
  const row = await db
    .selectFrom('test_runs')
    .selectAll()
    .where('set_id', '=', setId)
    .where('status', '=', 'completed')
    .where('created_at', '<', beforeMs)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRun(row);
};

/** The newest completed run with this version of the agent, and with the draft of its flow if that changed. */
export const findCompletedOfVersion = async (
  db: Handle,
  setId: string,
  { version, flowDraftSinceMs }: { version: number; flowDraftSinceMs?: number },
): Promise<TestRun | undefined> => {
  const row = await db
    .selectFrom('test_runs')
    .selectAll()
    .where('set_id', '=', setId)
    .where('status', '=', 'completed')
    .where('agent_version', '=', version)
    .$if(flowDraftSinceMs !== undefined, (some) =>
      some.where('uses_flow_draft', '=', 1).where('created_at', '>=', flowDraftSinceMs!),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRun(row);
};

/** Returns the run, or undefined if it has ended or its set was deleted. */
export const changeRun = async (
  tx: Handle,
  id: string,
  change: Updateable<Schema['test_runs']>,
): Promise<TestRun | undefined> => {
  const row = await tx
    .updateTable('test_runs')
    .set(change)
    .where('id', '=', id)
    .where(active)
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
};

/** Counts an attempt. Returns the run, or undefined if it has ended or its set was deleted. */
export const countAttempt = async (
  tx: Handle,
  id: string,
  status: 'passed' | 'failed' | 'error',
  costNano: number,
): Promise<TestRun | undefined> => {
  const row = await tx
    .updateTable('test_runs')
    .set((eb) => ({
      passed: eb('passed', '+', status === 'passed' ? 1 : 0),
      failed: eb('failed', '+', status === 'failed' ? 1 : 0),
      errors: eb('errors', '+', status === 'error' ? 1 : 0),
      cost_nano: eb('cost_nano', '+', costNano),
    }))
    .where('id', '=', id)
    .where(active)
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
};

/** Changes of the attempts of a run wait for each other, in the order run, attempt. */
export const lockRun = async (tx: Handle, id: string): Promise<void> => {
  await tx
    .selectFrom('test_runs')
    .select('id')
    .where('id', '=', id)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .execute();
};

/** What an attempt without a result was charged. */
export const addRunCost = async (tx: Handle, id: string, costNano: number): Promise<void> => {
  await tx
    .updateTable('test_runs')
    .set((eb) => ({ cost_nano: eb('cost_nano', '+', costNano) }))
    .where('id', '=', id)
    .execute();
};

export const hasActiveRun = async (db: Handle, setId: string): Promise<boolean> =>
  (await db
    .selectFrom('test_runs')
    .select('id')
    .where('set_id', '=', setId)
    .where(active)
    .executeTakeFirst()) !== undefined;

/** Deletes all but the newest runs. */
export const deleteOldRuns = async (tx: Handle, setId: string, kept: number): Promise<void> => {
  const old = await tx
    .selectFrom('test_runs')
    .select('id')
    .where('set_id', '=', setId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(kept)
    .execute();
  const ids = old.map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('test_runs').where('id', 'in', ids).execute();
};
