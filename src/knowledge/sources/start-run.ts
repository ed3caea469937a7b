import type { Handle } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import { newId } from '../../lib/ids.ts';
import { insertRun } from './run-store.ts';
import type { Source, SourceRun } from './source.ts';
import type { SyncJob } from './sync-source.ts';

export const syncQueue = 'knowledge-sync';

/** Undefined if a run of the source is queued or running already. */
export const startRun = async (
  tx: Handle,
  jobs: Jobs,
  { source, startedBy, nowMs }: { source: Source; startedBy: SourceRun['startedBy']; nowMs: number },
): Promise<SourceRun | undefined> => {
  const run = await insertRun(tx, { id: newId(nowMs), sourceId: source.id, startedBy, nowMs });
  if (!run) return undefined;
  const payload: SyncJob = { sourceId: source.id, runId: run.id };
  await jobs.enqueue(tx, syncQueue, payload, { group: source.agentId, workspaceId: source.workspaceId });
  return run;
};
