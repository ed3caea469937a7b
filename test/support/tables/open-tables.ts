import { type Agent, createAgents, defaultSettings } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { createJobs, type Jobs } from '../../../src/jobs/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { createRecognition } from '../../../src/recognition/index.ts';
import { createTables, type Table, type Tables } from '../../../src/tables/index.ts';
import { testSandbox } from '../service/shared-workers.ts';
import { testEncryption } from '../service/test-encryption.ts';
import { createTestClock } from '../time/test-clock.ts';
import type { TestField } from './table-calls.ts';

export interface OpenTables {
  tables: Tables;
  /** Not started. */
  jobs: Jobs;
  agent: Agent;
  /** The same agent with other permissions on its tables. */
  allowed(rights: Partial<Agent['settings']['tables']>): Agent;
  create(name: string, fields: TestField[], description?: string): Promise<Table>;
  addAll(table: Table, rows: Record<string, unknown>[]): Promise<void>;
  /** Another agent of the same workspace. */
  neighbour(): Promise<Agent>;
}

/** Tables of one agent on a database without a service. */
export const openTables = async (db: Database): Promise<OpenTables> => {
  const clock = createTestClock();
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const jobs = createJobs({ db, clock, log });
  const tables = createTables({ db, clock, jobs, sandbox: testSandbox, recognition: createRecognition() });
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const workspaceId = 'a'.repeat(24);
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  const newAgent = (name: string) => db.transaction((tx) => agents.create(tx, { workspaceId, name }));
  const agent = await newAgent('Agent');
  return {
    tables,
    jobs,
    agent,
    allowed: (rights) => {
      const settings = defaultSettings();
      return { ...agent, settings: { ...settings, tables: { ...settings.tables, ...rights } } };
    },
    create: async (name, fields, description = `The ${name}`) => {
      const definition = { name, description, fields };
      return tables.require(agent, await tables.create({ agent, ownerId: 'x', definition }));
    },
    addAll: async (table, rows) => {
      for (const row of rows) await tables.insert(table, row);
    },
    neighbour: () => newAgent('Neighbour'),
  };
};
