import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import type { JobRow } from './store.ts';

const readAtOnce = 500;

export type FailedJobRow = Selectable<Schema['failed_jobs']>;

/** Part of the transaction that fails the job. Replaces an earlier failed job with the same id. */
export const keepFailedJob = async (tx: Handle, job: JobRow, error: string, nowMs: number): Promise<void> => {
  await tx.deleteFrom('failed_jobs').where('id', '=', job.id).execute();
  await tx
    .insertInto('failed_jobs')
    .values({
      id: job.id,
      workspace_id: job.workspace_id,
      queue: job.queue,
      ordering_key: job.ordering_key,
      group_key: job.group_key,
      payload: job.payload,
      attempts: job.attempt,
      error,
      created_at: job.created_at,
      failed_at: nowMs,
    })
    .execute();
};

export const takeFailedJob = (
  tx: Handle,
  workspaceId: string,
  id: string,
): Promise<FailedJobRow | undefined> =>
  tx
    .deleteFrom('failed_jobs')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .returningAll()
    .executeTakeFirst();

export const sweepFailedJobs = (db: Handle, failedBeforeMs: number): Promise<unknown> =>
  db.deleteFrom('failed_jobs').where('failed_at', '<', failedBeforeMs).execute();

/** Strings of a payload that may be IDs. */
const quoted = /"([^"\\]+)"/g;

/** Failed jobs whose payload contains one of these ids: their error may quote messages. There are only few. */
export const deleteFailedJobsNaming = async (tx: Handle, ids: readonly string[]): Promise<void> => {
  const wanted = new Set(ids);
  const namesOne = (payload: string) => payload.matchAll(quoted).some(([, name]) => wanted.has(name!));
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('failed_jobs')
      .select(['sequence', 'payload'])
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(readAtOnce)
      .execute();
    const found = rows.filter(({ payload }) => namesOne(payload)).map(({ sequence }) => sequence);
    if (found.length > 0) await tx.deleteFrom('failed_jobs').where('sequence', 'in', found).execute();
    if (rows.length < readAtOnce) return;
    after = rows.at(-1)!.sequence;
  }
};
