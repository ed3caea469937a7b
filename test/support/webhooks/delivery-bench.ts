import type { TestContext } from 'node:test';
import { createAgents, defaultSettings } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { createJobs } from '../../../src/jobs/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { createSafeFetch } from '../../../src/lib/safe-fetch/index.ts';
import { createWebhooks, type NewDelivery } from '../../../src/webhooks/index.ts';
import { testEncryption } from '../service/test-encryption.ts';
import { createManualTime } from '../time/manual-time.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

type Settings = ReturnType<typeof defaultSettings>;

interface BenchOptions {
  /** Private hosts that may be called. */
  allow?: string[];
  timeoutMs?: number;
  concurrency?: number;
  /** 0.5 keeps the times of the schedule. */
  random?: () => number;
}

/** Jobs and webhooks on a database with one workspace and manual time. */
export const createDeliveryBench = async (
  db: Database,
  context: TestContext,
  { allow = ['127.0.0.1'], timeoutMs = 5000, concurrency, random = () => 0.5 }: BenchOptions = {},
) => {
  const time = createManualTime();
  const { clock, timer } = time;
  const workspaceId = 'a'.repeat(24);
  const createWorkspace = async (id: string): Promise<string> => {
    const workspace = { id, name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 };
    await db.query.insertInto('workspaces').values(workspace).execute();
    return id;
  };
  await createWorkspace(workspaceId);
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const safeFetch = createSafeFetch({ allow });
  const jobs = createJobs({ db, clock, timer, log: silent, processId: 'bench' });
  const limits = { timeoutMs, concurrency };
  const webhooks = createWebhooks({ db, jobs, agents, safeFetch, clock, log: silent, random, ...limits });
  // Before the database is closed: forEachDatabase does that when the test's own function returns.
  const close = async (): Promise<void> => {
    await safeFetch.close();
    await jobs.stop({ graceMs: 0 });
  };
  context.after(() => safeFetch.close());

  const createAgent = (change: {
    /** Default: the only workspace. */
    workspaceId?: string;
    webhook?: Partial<Settings['webhook']>;
    humanService?: Partial<Settings['humanService']>;
  }) => {
    const defaults = defaultSettings();
    const settings = {
      ...defaults,
      webhook: { ...defaults.webhook, ...change.webhook },
      humanService: { ...defaults.humanService, ...change.humanService },
    };
    return db.transaction((tx) =>
      agents.create(tx, { workspaceId: change.workspaceId ?? workspaceId, name: 'Agent', settings }),
    );
  };

  const deliver = (delivery: Partial<NewDelivery> & Pick<NewDelivery, 'agent'>): Promise<string> =>
    db.transaction((tx) =>
      webhooks.enqueue(tx, {
        conversationId: 'c'.repeat(24),
        kind: 'reply',
        target: 'message',
        body: { text: 'Hello' },
        ...delivery,
      }),
    );

  const find = async (id: string) => {
    const found = await webhooks.get(workspaceId, id);
    if (!found) throw new Error(`No delivery ${id}`);
    return found;
  };

  return { time, workspaceId, agents, jobs, webhooks, createWorkspace, createAgent, deliver, find, close };
};
