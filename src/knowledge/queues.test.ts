import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handle } from '../db/index.ts';
import type { EnqueueOptions, Jobs } from '../jobs/index.ts';
import { enqueueIngest, mostSmallBytes } from './queues.ts';

test('scans and large documents have their own queues, and each job names agent and workspace', async () => {
  const enqueued: unknown[] = [];
  const jobs = {
    enqueue: async (_tx: Handle, queue: string, _payload: object, { group, workspaceId }: EnqueueOptions) => {
      enqueued.push([queue, group, workspaceId]);
      return 'job';
    },
  } as unknown as Jobs;
  const document = { agentId: 'a', workspaceId: 'w', documentId: 'd', uploadId: 'u' };
  for (const [format, sizeBytes] of [
    ['pdf', 1],
    ['txt', mostSmallBytes],
    ['txt', mostSmallBytes + 1],
    ['docx', 1],
  ] as const)
    await enqueueIngest({} as Handle, jobs, { ...document, format, sizeBytes });
  assert.deepEqual(enqueued, [
    ['knowledge-ingest-scans', 'a', 'w'],
    ['knowledge-ingest', 'a', 'w'],
    ['knowledge-ingest-large', 'a', 'w'],
    ['knowledge-ingest', 'a', 'w'],
  ]);
});
