import type { Agent } from '../agents/index.ts';
import { countConversations } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import {
  type DeletedCounts,
  deletedOf,
  findRetention,
  listLimitedAgents,
  noneDeleted,
  type RetentionRow,
  type RetentionSettings,
  saveRetention,
  settingsOf,
} from './retention-store.ts';
import { createRunRetention, type RunDependencies } from './run-retention.ts';
import { dayMs } from './stages.ts';

interface AgentRetentionDependencies extends Omit<RunDependencies, 'onDeleted'> {
  db: Database;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
}

export interface RetentionRun extends DeletedCounts {
  startedAtMs: number;
  /** null: it has not ended. */
  endedAtMs: number | null;
}

export interface Retention {
  settings: RetentionSettings;
  /** null: there was none. */
  lastRun: RetentionRun | null;
}

const queue = 'agent-retention';
const agentsAtOnce = 500;
const retryMs = 10 * 60 * 1000;

const keptForever: RetentionSettings = { conversationDays: null, traceDays: null, fileDays: null };

const toRetention = (row: RetentionRow): Retention => ({
  settings: settingsOf(row),
  lastRun:
    row.run_started_at === null
      ? null
      : { startedAtMs: row.run_started_at, endedAtMs: row.run_ended_at, ...deletedOf(row) },
});

/** How long the data of agents is kept. A job for each agent with a limit deletes older data once a day. */
export const createAgentRetention = ({ db, jobs, clock, ...deps }: AgentRetentionDependencies) => {
  const deleted = { ...noneDeleted };
  const run = createRunRetention({
    ...deps,
    db,
    clock,
    onDeleted: (counts) => {
      for (const name of Object.keys(deleted) as (keyof DeletedCounts)[]) deleted[name] += counts[name];
    },
  });

  jobs.define<{ agentId: string }>(queue, ({ agentId }, context) => run(agentId, context), {
    // Deletions must not take the database from messages. Agents of several workspaces take turns.
    concurrency: 1,
    leaseMs: 120_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => retryMs,
  });

  return {
    find: async (agentId: string): Promise<Retention> => {
      const row = await findRetention(db.query, agentId);
      return row ? toRetention(row) : { settings: keptForever, lastRun: null };
    },
    findSettings: async (tx: Handle, agentId: string): Promise<RetentionSettings> => {
      const row = await findRetention(tx, agentId);
      return row ? toRetention(row).settings : keptForever;
    },
    /** In use at once, and not part of the versions of the agent. */
    save: (tx: Handle, agent: Pick<Agent, 'id' | 'workspaceId'>, settings: RetentionSettings) =>
      saveRetention(tx, agent, settings, clock.nowMs()),
    /** Conversations without a message for this many days. */
    countOlder: (agentId: string, days: number): Promise<number> =>
      countConversations(db.query, { agentId, endMs: clock.nowMs() - days * dayMs - 1 }),
    /** Starts a run for each agent with a limit. A run that has not ended continues instead. */
    startRuns: async (): Promise<void> => {
      for (let afterId = ''; ; ) {
        const agents = await listLimitedAgents(db.query, { afterId, limit: agentsAtOnce });
        await db.transaction(async (tx) => {
          for (const { agentId, workspaceId } of agents)
            await jobs.enqueue(tx, queue, { agentId }, { id: `${queue}:${agentId}`, workspaceId });
        });
        if (agents.length < agentsAtOnce) return;
        afterId = agents.at(-1)!.agentId;
      }
    },
    /** What this process has deleted since its start. */
    deleted: (): Readonly<Record<keyof DeletedCounts, number>> => deleted,
  };
};

export type AgentRetention = ReturnType<typeof createAgentRetention>;
