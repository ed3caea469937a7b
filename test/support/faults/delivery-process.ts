/**
 * A process that sends deliveries until none is left, for a test that kills it:
 *
 *   node delivery-process.ts <sqlite folder | postgres url> <receiver url> <process id> <predecessor or ''> <count>
 *
 * The first one creates `count` deliveries per conversation. Exits with 0 when all are delivered.
 */
import { createAgents, defaultSettings } from '../../../src/agents/index.ts';
import { openPostgres, openSqlite } from '../../../src/db/index.ts';
import { createJobs } from '../../../src/jobs/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createSafeFetch } from '../../../src/lib/safe-fetch/index.ts';
import { createWebhooks } from '../../../src/webhooks/index.ts';
import { testEncryption } from '../service/test-encryption.ts';

export const conversationIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));

const run = async (
  installation: string,
  receiverUrl: string,
  processId: string,
  predecessor: string,
  count: number,
) => {
  const db = await (installation.startsWith('postgres:')
    ? openPostgres(installation)
    : openSqlite(installation));
  const quiet = { info: () => {}, warn: () => {}, error: console.error };
  const agents = createAgents({ db, clock: systemClock, encryption: testEncryption, createDefaultBase });
  const jobs = createJobs({ db, clock: systemClock, log: quiet, processId });
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] });
  const webhooks = createWebhooks({ db, jobs, agents, safeFetch, clock: systemClock, log: quiet });

  const write = async (): Promise<void> => {
    const workspace = { id: 'f'.repeat(24), name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 };
    await db.query.insertInto('workspaces').values(workspace).execute();
    const settings = defaultSettings();
    const webhook = { ...settings.webhook, url: receiverUrl };
    await db.transaction(async (tx) => {
      const input = { workspaceId: workspace.id, name: 'A', settings: { ...settings, webhook } };
      const agent = await agents.create(tx, input);
      for (let number = 0; number < count; number += 1)
        for (const conversationId of conversationIds) {
          const body = { conversationId, number };
          await webhooks.enqueue(tx, { agent, conversationId, kind: 'reply', target: 'message', body });
        }
    });
    await db.durable();
  };

  if (predecessor === '') await write();
  // The process register does this on PostgreSQL after a long enough silence.
  else await jobs.releaseLeasesOf(predecessor);
  await jobs.start();
  while ((await jobs.count('deliveries')) > 0) {
    await jobs.idle();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await jobs.stop({ graceMs: 1000 });
  await safeFetch.close();
  await db.close();
};

if (import.meta.main) {
  const [installation, receiverUrl, processId, predecessor, count] = process.argv.slice(2) as [
    string,
    ...string[],
  ];
  await run(installation, receiverUrl!, processId!, predecessor!, Number(count));
}
