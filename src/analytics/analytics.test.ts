import assert from 'node:assert/strict';
import { createAgentRow } from '../../test/support/analytics/create-agent-row.ts';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createWordEmbedder } from '../../test/support/knowledge/word-embedders.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import type { Database } from '../db/index.ts';
import type { JobContext, JobHandler, Jobs } from '../jobs/index.ts';
import type { Embedder } from '../knowledge/index.ts';
import { createAnalytics } from './analytics.ts';

/** The job of an agent with a question that it could not answer, and what the job logs. */
const openJob = async (db: Database, embed: Embedder['embed']) => {
  const agent = await createAgentRow(db);
  await seedConversation(db, [{ question: 'gift cards', answer: 'I could not find anything about that.' }], {
    agent,
  });
  const embedder: Embedder = { ...createWordEmbedder(), isCalibrated: true, confidence: () => 1, embed };
  const logged: string[] = [];
  let run: JobHandler<unknown> | undefined;
  createAnalytics({
    db,
    clock: { nowMs: () => 1000 },
    log: { warn: (_fields: object, message: string) => logged.push(message) } as never,
    jobs: {
      define: (_queue: string, handler: JobHandler<unknown>) => {
        run = handler;
      },
    } as unknown as Jobs,
    embedders: { for: () => embedder } as never,
  });
  return {
    logged,
    run: async (signal: AbortSignal) =>
      run!(null, { signal, heartbeat: async () => true, retryIn: async () => {} } as unknown as JobContext),
  };
};

forEachDatabase('a stop while questions are grouped ends the job without a warning', async (db) => {
  const stop = new AbortController();
  const { run, logged } = await openJob(db, async (_texts, _kind, signal) => {
    stop.abort();
    signal.throwIfAborted();
    return [];
  });
  await assert.rejects(run(stop.signal), { name: 'AbortError' });
  assert.deepEqual(logged, []);
});

forEachDatabase('questions that cannot be grouped are reported, and the figures are kept', async (db) => {
  const { run, logged } = await openJob(db, async () => {
    throw new Error('the server is away');
  });
  await run(new AbortController().signal);
  assert.deepEqual(logged, ['unanswered questions could not be grouped']);
});
