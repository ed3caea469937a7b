import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import type { JobRow } from './store.ts';

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

/** Failed jobs whose payload contains this id: their error may quote messages. There are only few. */
export const deleteFailedJobsNaming = async (tx: Handle, id: string): Promise<void> => {
  await tx.deleteFrom('failed_jobs').where('payload', 'like', `%"${id}"%`).execute();
};
