import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handle } from '../db/index.ts';
import type { EnqueueOptions, Jobs } from '../jobs/index.ts';
import { enqueueIngest } from './queues.ts';

test('documents that may be scans have their own queue, and each job names agent and workspace', async () => {
  const enqueued: unknown[] = [];
  const jobs = {
    enqueue: async (_tx: Handle, queue: string, _payload: object, { group, workspaceId }: EnqueueOptions) => {
      enqueued.push([queue, group, workspaceId]);
      return 'job';
    },
  } as unknown as Jobs;
  const document = { agentId: 'a', workspaceId: 'w', documentId: 'd', uploadId: 'u' };
  for (const format of ['pdf', 'txt', 'docx'])
    await enqueueIngest({} as Handle, jobs, { ...document, format });
  assert.deepEqual(enqueued, [
    ['knowledge-ingest-scans', 'a', 'w'],
    ['knowledge-ingest', 'a', 'w'],
    ['knowledge-ingest', 'a', 'w'],
  ]);
});
