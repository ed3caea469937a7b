import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { enqueueIngest } from './queues.ts';

test('PDFs of an agent share a part of the work apart from its other documents', async () => {
  const groups: (string | undefined)[] = [];
  const jobs = {
    enqueue: async (_tx: Handle, _queue: string, _payload: object, { group }: { group?: string }) => {
      groups.push(group);
      return 'job';
    },
  } as unknown as Jobs;
  for (const format of ['pdf', 'txt', 'docx'])
    await enqueueIngest(jobs, {} as Handle, { agentId: 'a', documentId: 'd', uploadId: 'u', format });
  assert.deepEqual(groups, ['a:pdf', 'a', 'a']);
});
