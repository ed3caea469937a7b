import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createAgents, defaultSettings } from '../../src/agents/index.ts';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createJobs } from '../../src/jobs/index.ts';
import { createDefaultBase } from '../../src/knowledge/documents/knowledge-base-store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { createWebhooks } from '../../src/webhooks/index.ts';
import { testEncryption } from '../../test/support/service/test-encryption.ts';

const quiet = { info: () => {}, warn: () => {}, error: console.error };

/** An empty database of the given kind. `serverUrl` is a PostgreSQL server on which databases may be created. */
const openDatabase = async (serverUrl: string | undefined) => {
  if (serverUrl === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
    const remove = async () => rmSync(folder, { recursive: true, force: true });
    return { db: await openSqlite(folder), remove };
  }
  const name = `frontdesk_bench_${newId()}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { db: await openPostgres(url.href), remove: () => admin(`drop database ${name} with (force)`) };
};

const createWorkspace = async (db: Database): Promise<string> => {
  const workspace = { id: newId(), name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 };
  await db.query.insertInto('workspaces').values(workspace).execute();
  return workspace.id;
};

/** The outbox and its jobs on a new database, with an agent for each address. */
export const createDeliveryFixture = async (serverUrl: string | undefined, urls: string[]) => {
  const { db, remove } = await openDatabase(serverUrl);
  const workspaceId = await createWorkspace(db);
  const clock = systemClock;
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const jobs = createJobs({ db, clock, log: quiet });
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] });
  const webhooks = createWebhooks({ db, jobs, agents, safeFetch, clock, log: quiet });
  const settings = defaultSettings();
  const receivers = [];
  for (const url of urls) {
    const own = { ...settings, webhook: { ...settings.webhook, url } };
    receivers.push(
      await db.transaction((tx) => agents.create(tx, { workspaceId, name: url, settings: own })),
    );
  }
  const close = async (): Promise<void> => {
    await safeFetch.close();
    await jobs.stop({ graceMs: 0 });
    await db.close();
    await remove();
  };
  return { db, jobs, webhooks, receivers, close };
};

/** The percentile of the numbers for the given share. */
export const quantile = (numbers: number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
  Number.NaN;
