import type { Agent, Agents } from '../../agents/index.ts';
import type { Conversations } from '../../conversations/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Erasure } from '../../erasure/index.ts';
import { checkFlow, type FlowGraph, type Flows } from '../../flows/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Log } from '../../lib/log.ts';
import { testRunChannel } from '../../lib/test-chat-channel.ts';
import { findSetById } from '../sets/set-store.ts';
import type { TestSet } from '../sets/test-set.ts';
import {
  type AttemptKey,
  endAttempt,
  endedRepeats,
  forgetConversation,
  insertAttempt,
  listConversations,
} from './result-store.ts';
import {
  copyCases,
  countCaseAttempt,
  countPassedCases,
  countRegressions,
  unfinishedCases,
} from './run-case-store.ts';
import {
  addRunCost,
  changeRun,
  countAttempt,
  deleteOldRuns,
  findCompletedBefore,
  findRun,
  lockRun,
} from './run-store.ts';
import type { RunCase, RunProblem, TestRun } from './test-run.ts';
import { RunFailed, type TryCase } from './try-case.ts';

export interface RunJob {
  setId: string;
  runId: string;
}

/** Called in the transaction that ends a run. The agent is absent if it was deleted. */
export type RunEnded = (
  tx: Handle,
  ended: { agent: Agent | undefined; set: TestSet; run: TestRun },
) => Promise<void>;

interface RunSetDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  agents: Pick<Agents, 'find' | 'readVersion'>;
  flows: Pick<Flows, 'find'>;
  conversations: Pick<Conversations, 'createIn'>;
  eraseConversation: Erasure['conversation'];
  tryCase: TryCase;
  onEnded: RunEnded;
  /** Aborted when the service stops: rounds that are stopped then are no results. */
  stopping: AbortSignal;
}

interface Work {
  set: TestSet;
  run: TestRun;
  agent: Agent;
  draft: FlowGraph | undefined;
  signal: AbortSignal;
}

const casesAtOnce = 50;
const keptRuns = 20;
/** A model may need minutes for an answer that nobody wants any more. */
const watchMs = 500;

/** The run was cancelled, has ended, or its set was deleted. */
class RunStopped extends Error {}

/** Test chats of runs belong to no operator, and each to another user, so that no limit per user applies. */
const userOf = ({ runId, number, repeat }: AttemptKey): string => `test-run:${runId}:${number}:${repeat}`;

/** Memories would let one case change the answer to another. */
const isolated = (agent: Agent): Agent => ({
  ...agent,
  settings: { ...agent.settings, memory: { ...agent.settings.memory, longTerm: false } },
});

/**
 * Runs a test set as a job. Every attempt is a test chat of its own. Its result is stored with its trace, then the chat is
 * erased, so that runs are not in lists and reports. After a crash the run continues: attempts with a result are not
 * repeated, and chats of attempts without one are erased.
 */
export const createRunSet = (dependencies: RunSetDependencies) => {
  const { db, clock, log, agents, flows, conversations, tryCase, onEnded, stopping } = dependencies;

  const seed = async (run: TestRun): Promise<TestRun> =>
    db.transaction(async (tx) => {
      const cases = await copyCases(tx, run);
      const seeded = await changeRun(tx, run.id, {
        is_seeded: 1,
        cases,
        attempts: cases * run.repeats,
        status: 'running',
        started_at: clock.nowMs(),
      });
      if (!seeded) throw new RunStopped();
      faultPoint('test-seeding');
      return seeded;
    });

  /** An attempt without a result was charged too, so the run has its cost. */
  const forgetChat = async (
    tx: Handle,
    chat: AttemptKey & { conversationId: string },
    costNano: number,
  ): Promise<void> => {
    await lockRun(tx, chat.runId);
    if (await forgetConversation(tx, chat)) await addRunCost(tx, chat.runId, costNano);
  };

  const eraseChat = async (agentId: string, chat: AttemptKey & { conversationId: string }): Promise<void> => {
    try {
      await dependencies.eraseConversation(agentId, chat.conversationId, (tx, { costNano }) =>
        forgetChat(tx, chat, costNano),
      );
    } catch (error) {
      // An operator erased it.
      if (!(error instanceof AppError) || error.kind !== 'conversationNotFound') throw error;
      await db.transaction((tx) => forgetChat(tx, chat, 0));
    }
  };

  /** Chats that a process left behind. */
  const eraseChats = async ({ id, agentId }: TestRun): Promise<void> => {
    for (const chat of await listConversations(db.query, id)) await eraseChat(agentId, chat);
  };

  const store = (
    key: AttemptKey,
    conversationId: string,
    result: Awaited<ReturnType<TryCase>>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      // First, because it locks the run.
      const run = await countAttempt(tx, key.runId, result.status, result.costNano);
      if (!run || run.isCancelled) throw new RunStopped();
      if (!(await endAttempt(tx, key, conversationId, { ...result, nowMs: clock.nowMs() })))
        throw new Error('Another process has continued the test run');
      await countCaseAttempt(tx, key, result.status);
      faultPoint('test-storing');
    });

  const requireAgent = async ({ agentId }: TestRun): Promise<void> => {
    const agent = await agents.find(agentId);
    if (!agent || agent.deleted) throw new RunFailed({ code: 'agent-deleted', detail: '' });
  };

  const attempt = async (work: Work, testCase: RunCase, repeat: number): Promise<void> => {
    const { run, agent, draft, set, signal } = work;
    const key = { runId: run.id, number: testCase.number, repeat };
    await requireAgent(run);
    const conversationId = await db.transaction(async (tx) => {
      const { id } = await conversations.createIn(tx, {
        agent,
        userId: userOf(key),
        channel: testRunChannel,
      });
      if (!(await insertAttempt(tx, key, { conversationId: id, nowMs: clock.nowMs() })))
        throw new Error('Another process has continued the test run');
      return id;
    });
    const result = await tryCase({
      agent,
      draft,
      judgeModel: set.judgeModel,
      conversationId,
      testCase,
      signal,
    });
    // An agent that is deleted meanwhile answers with errors, which are no results.
    if (result.status === 'error') await requireAgent(run);
    await store(key, conversationId, result);
    faultPoint('test-stored');
    await eraseChat(agent.id, { ...key, conversationId });
  };

  /** The attempts without a result, in the order of the cases. */
  async function* attemptsOf({ run, signal }: Work) {
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const cases = await unfinishedCases(db.query, {
        runId: run.id,
        repeats: run.repeats,
        after,
        limit: casesAtOnce,
      });
      if (cases.length === 0) return;
      const ended = await endedRepeats(
        db.query,
        run.id,
        cases.map(({ number }) => number),
      );
      for (const testCase of cases)
        for (let repeat = 1; repeat <= run.repeats; repeat++)
          if (!ended.get(testCase.number)?.has(repeat)) yield { testCase, repeat };
      after = cases.at(-1)!.number;
    }
  }

  /** Several attempts at once. The first failure ends the others. */
  const runAttempts = async (work: Work, failed: AbortController): Promise<void> => {
    const attempts = attemptsOf(work);
    const worker = async (): Promise<void> => {
      try {
        for await (const { testCase, repeat } of attempts) await attempt(work, testCase, repeat);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: work.run.concurrency }, worker));
    if (failed.signal.aborted) throw failed.signal.reason;
    const rejected = ended.find((one) => one.status === 'rejected');
    if (rejected) throw rejected.reason;
  };

  const draftOf = async ({ usesFlowDraft, agentId }: TestRun): Promise<FlowGraph | undefined> => {
    if (!usesFlowDraft) return undefined;
    const flow = await flows.find(agentId);
    const checked = flow && checkFlow(flow.draft);
    if (!checked || 'problems' in checked) throw new RunFailed({ code: 'no-flow', detail: '' });
    return checked.graph;
  };

  const versionOf = async (run: TestRun): Promise<Agent> => {
    await requireAgent(run);
    try {
      return isolated(await agents.readVersion(run.agentId, run.agentVersion));
    } catch (error) {
      if (error instanceof AppError && error.kind === 'notFound')
        throw new RunFailed({ code: 'version-deleted', detail: String(run.agentVersion) });
      throw error;
    }
  };

  /** Throws if the run must end. */
  const lookForEnd = async (run: TestRun): Promise<void> => {
    const now = await findRun(db.query, run.setId, run.id);
    if (!now || now.isCancelled || now.endedAtMs !== null) throw new RunStopped();
    await requireAgent(now);
  };

  const run = async (set: TestSet, found: TestRun, outer: AbortSignal): Promise<void> => {
    const failed = new AbortController();
    const signal = AbortSignal.any([outer, failed.signal]);
    const watch = setInterval(() => {
      lookForEnd(found).catch((error: unknown) => {
        if (error instanceof RunStopped || error instanceof RunFailed) failed.abort(error);
      });
    }, watchMs);
    try {
      const agent = await versionOf(found);
      const draft = await draftOf(found);
      const seeded = found.isSeeded ? found : await seed(found);
      if (seeded.cases === 0) throw new RunFailed({ code: 'no-cases', detail: '' });
      await eraseChats(seeded);
      await runAttempts({ set, run: seeded, agent, draft, signal }, failed);
    } finally {
      clearInterval(watch);
    }
  };

  const endIn = async (
    tx: Handle,
    { set, run }: { set: TestSet; run: TestRun },
    status: 'completed' | 'failed' | 'cancelled',
    problem: RunProblem | null,
    agent: Agent | undefined,
  ): Promise<void> => {
    const base = await findCompletedBefore(tx, set.id, run.createdAtMs);
    const ended = await changeRun(tx, run.id, {
      status,
      error: problem === null ? null : JSON.stringify(problem),
      ended_at: clock.nowMs(),
      previous_run_id: base?.id ?? null,
      passed_cases: await countPassedCases(tx, run.id, run.repeats),
      regressions: await countRegressions(tx, { runId: run.id, baseRunId: base?.id ?? null }),
    });
    if (!ended) return;
    await deleteOldRuns(tx, set.id, keptRuns);
    await onEnded(tx, { agent, set, run: ended });
    faultPoint('test-ending');
  };

  const end = async (
    work: { set: TestSet; run: TestRun },
    context: JobContext,
    status: 'completed' | 'failed' | 'cancelled',
    problem: RunProblem | null,
  ): Promise<void> => {
    await eraseChats(work.run);
    const agent = await agents.find(work.run.agentId);
    await db.transaction(async (tx) => {
      await context.completeIn(tx);
      await endIn(tx, work, status, problem, agent && !agent.deleted ? agent : undefined);
    });
  };

  const findWork = async ({ setId, runId }: RunJob) => {
    const set = await findSetById(db.query, setId);
    const found = set && (await findRun(db.query, setId, runId));
    return set && found ? { set, run: found } : undefined;
  };

  return {
    attempt: async (payload: RunJob, context: JobContext): Promise<void> => {
      const work = await findWork(payload);
      if (!work) return;
      if (work.run.isCancelled) return end(work, context, 'cancelled', null);
      const outer = AbortSignal.any([context.signal, stopping]);
      try {
        await run(work.set, work.run, outer);
      } catch (error) {
        // The service stops: its jobs are aborted next, and another process continues.
        if (stopping.aborted && !context.signal.aborted)
          await new Promise<void>((resolve) =>
            context.signal.addEventListener('abort', () => resolve(), { once: true }),
          );
        context.signal.throwIfAborted();
        if (error instanceof RunStopped) return end(work, context, 'cancelled', null);
        if (!(error instanceof RunFailed)) throw error;
        log.info({ testRunId: work.run.id, reason: error.problem.code }, 'a test run failed');
        return end(work, context, 'failed', error.problem);
      }
      await end(work, context, 'completed', null);
    },
    /** Every attempt of the job failed. */
    giveUp: async (payload: RunJob, error: unknown): Promise<void> => {
      const work = await findWork(payload);
      if (!work) return;
      await eraseChats(work.run);
      const problem: RunProblem = { code: 'given-up', detail: (error as Error | undefined)?.message ?? '' };
      await db.transaction((tx) => endIn(tx, work, 'failed', problem, undefined));
    },
  };
};
