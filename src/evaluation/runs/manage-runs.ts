import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { TestRunStarter } from '../../db/schema/evaluation.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { isId, newId } from '../../lib/ids.ts';
import { countCases } from '../cases/case-store.ts';
import { setLimits, type TestSet } from '../sets/test-set.ts';
import { listResults } from './result-store.ts';
import {
  type CaseFilter,
  type ComparedCase,
  countRegressions,
  findRunCase,
  listComparedCases,
} from './run-case-store.ts';
import type { RunJob } from './run-set.ts';
import {
  changeRun,
  findCompletedBefore,
  findRun,
  hasActiveRun,
  insertRun,
  listRuns,
  newestRuns,
} from './run-store.ts';
import type { RunCase, TestResult, TestRun } from './test-run.ts';

export const runQueue = 'test-run';
export const defaultConcurrency = 4;

interface Page {
  offset: number;
  limit: number;
}

export interface NewRun {
  agent: Agent;
  set: TestSet;
  /** Version of the agent's settings. */
  version: number;
  usesFlowDraft: boolean;
  repeats: number;
  concurrency: number;
  estimateNano: number;
  startedBy: TestRunStarter;
  creatorEmail: string;
}

/** Starts runs and reads their results. */
export const createManageRuns = ({ db, clock, jobs }: { db: Database; clock: Clock; jobs: Jobs }) => {
  /** Undefined if a run of the set is queued or running already. */
  const startIn = async (
    tx: Handle,
    { agent, set, version, ...run }: NewRun,
  ): Promise<TestRun | undefined> => {
    const cases = await countCases(tx, set.id);
    if (cases === 0) throw new AppError('conflict', 'The test set has no cases');
    if (cases * run.repeats > setLimits.attempts)
      throw new AppError(
        'invalidParameter',
        `repeats: a run may have at most ${setLimits.attempts} attempts, and the set has ${cases} cases`,
      );
    const nowMs = clock.nowMs();
    const started = await insertRun(tx, { ...run, id: newId(nowMs), set, agentVersion: version }, nowMs);
    if (!started) return undefined;
    const payload: RunJob = { setId: set.id, runId: started.id };
    await jobs.enqueue(tx, runQueue, payload, { group: agent.id, workspaceId: agent.workspaceId });
    return started;
  };

  const require = async (set: TestSet, id: string): Promise<TestRun> => {
    const run = isId(id) ? await findRun(db.query, set.id, id) : undefined;
    if (!run) throw new AppError('notFound', 'There is no such run of this test set');
    return run;
  };

  return {
    startIn,

    start: async (tx: Handle, run: NewRun): Promise<TestRun> => {
      const started = await startIn(tx, run);
      if (!started) throw new AppError('conflict', 'A run of this test set is queued or running');
      return started;
    },

    require,
    list: (set: TestSet, page: Page) => listRuns(db.query, set.id, page),
    newest: (sets: readonly TestSet[]): Promise<Map<string, TestRun>> =>
      newestRuns(
        db.query,
        sets.map(({ id }) => id),
      ),

    /** Ends after the attempts in progress, whose results are discarded. False if the run has ended. */
    cancel: async (tx: Handle, run: TestRun): Promise<boolean> =>
      (await changeRun(tx, run.id, { is_cancelled: 1 })) !== undefined,

    requireNoActive: async (tx: Handle, set: TestSet): Promise<void> => {
      if (await hasActiveRun(tx, set.id))
        throw new AppError('conflict', 'A run of this test set is queued or running: stop it first');
    },

    /** The run to compare with: the given one, or the completed one before it. */
    baseOf: async (
      set: TestSet,
      run: TestRun,
      againstId: string | undefined,
    ): Promise<TestRun | undefined> =>
      againstId === undefined
        ? findCompletedBefore(db.query, set.id, run.createdAtMs)
        : require(set, againstId),

    /** The cases of a run beside those of another run of the same set. Regressions first. */
    cases: (
      run: TestRun,
      base: TestRun | undefined,
      filter: CaseFilter,
      page: Page,
    ): Promise<{ cases: ComparedCase[]; total: number }> =>
      listComparedCases(db.query, { runId: run.id, baseRunId: base?.id ?? null }, filter, page),

    regressions: (run: TestRun, base: TestRun): Promise<number> =>
      countRegressions(db.query, { runId: run.id, baseRunId: base.id }),

    /** The attempts of a case, with what was said. */
    results: async (run: TestRun, number: number): Promise<{ runCase: RunCase; results: TestResult[] }> => {
      const runCase = await findRunCase(db.query, run.id, number);
      if (!runCase) throw new AppError('notFound', 'The run has no such case');
      return { runCase, results: await listResults(db.query, run.id, number) };
    },
  };
};

export type ManageRuns = ReturnType<typeof createManageRuns>;
