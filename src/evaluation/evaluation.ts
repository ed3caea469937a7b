import type { Agents } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Database } from '../db/index.ts';
import type { Erasure } from '../erasure/index.ts';
import type { Files } from '../files/index.ts';
import type { Flows } from '../flows/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Embedders } from '../knowledge/index.ts';
import { leaseMs, withHeartbeat } from '../knowledge/ingest/with-heartbeat.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import type { Runtime } from '../runtime/index.ts';
import type { SideModelCall } from '../runtime/model-calls/side-call.ts';
import type { ModelChoice } from '../runtime/ports.ts';
import { createCaseOfConversation } from './cases/case-of-conversation.ts';
import { createManageCases } from './cases/manage-cases.ts';
import { createCheckExpectations } from './check/check-expectations.ts';
import { createJudge } from './check/judge.ts';
import { createReadCases } from './import/read-cases.ts';
import { hasDocument } from './runs/document-store.ts';
import { createEstimateRun } from './runs/estimate-run.ts';
import { createManageRuns, runQueue } from './runs/manage-runs.ts';
import { defineRunSchedule } from './runs/run-schedule.ts';
import { createRunSet, type RunEnded, type RunJob } from './runs/run-set.ts';
import { createTryCase } from './runs/try-case.ts';
import { createManageSets } from './sets/manage-sets.ts';

interface EvaluationDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  agents: Agents;
  flows: Flows;
  files: Files;
  conversations: Conversations;
  runtime: Runtime;
  models: ModelChoice;
  sideCall: SideModelCall;
  embedders: Embedders;
  sandbox: Sandbox;
  erasure: Pick<Erasure, 'conversation'>;
}

/** Runs in this process. Each one has several test chats at once. */
const concurrency = 2;
const concurrencyOfAgent = 1;
const retryDelaysMs = [5_000, 30_000, 120_000, 600_000];

/** Test sets of agents and their runs. Must be created before the jobs start. */
export const createEvaluation = (dependencies: EvaluationDependencies) => {
  const { db, clock, log, jobs, agents, files, conversations, runtime, models, sandbox } = dependencies;
  const releaseFiles = files.markUnreferenced;
  const listeners: RunEnded[] = [];
  const stopping = new AbortController();
  const runs = createManageRuns({ db, clock, jobs });
  const schedule = defineRunSchedule({ db, clock, jobs, agents, runs });
  const check = createCheckExpectations({
    sandbox,
    embedders: dependencies.embedders,
    judge: createJudge({ models, sideCall: dependencies.sideCall }),
    hasDocument: (agentId, document) => hasDocument(db.query, agentId, document),
  });
  const runSet = createRunSet({
    db,
    clock,
    log,
    agents,
    flows: dependencies.flows,
    conversations,
    eraseConversation: dependencies.erasure.conversation,
    tryCase: createTryCase({ clock, runtime, conversations, files, check }),
    onEnded: async (tx, ended) => {
      for (const listener of listeners) await listener(tx, ended);
    },
    stopping: stopping.signal,
  });

  jobs.define<RunJob>(runQueue, withHeartbeat(runSet.attempt), {
    concurrency,
    groupConcurrency: () => concurrencyOfAgent,
    leaseMs,
    maxAttempts: retryDelaysMs.length + 1,
    retryDelayMs: (failures) => retryDelaysMs[failures - 1] ?? 600_000,
    onGivenUp: runSet.giveUp,
  });

  return {
    sets: createManageSets({ db, clock, schedule, releaseFiles }),
    cases: createManageCases({ db, clock, files, sandbox, releaseFiles }),
    runs,
    estimate: createEstimateRun({ db, models }),
    readFile: createReadCases({ sandbox }),
    caseOfConversation: createCaseOfConversation({ db, files }),
    /** Called in the transaction that ends a run. Must be set before the jobs start. */
    onRunEnded: (listener: RunEnded): void => void listeners.push(listener),
    /** Before the runtime closes: a round that it stops is no result of a case. */
    stop: (): void => stopping.abort(),
  };
};

export type Evaluation = ReturnType<typeof createEvaluation>;
