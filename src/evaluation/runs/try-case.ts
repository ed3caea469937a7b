import type { Agent } from '../../agents/index.ts';
import type { Conversations } from '../../conversations/index.ts';
import type { Files } from '../../files/index.ts';
import type { FlowGraph } from '../../flows/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import type { ModelReference } from '../../models/index.ts';
import type { IncomingPart, Runtime } from '../../runtime/index.ts';
import type { TestTurn } from '../cases/test-case.ts';
import { type CheckExpectations, statusOf } from '../check/check-expectations.ts';
import type { ObservedTurn } from '../check/observed.ts';
import type { RunCase, RunProblem, TestedRound, TestResult } from './test-run.ts';
import { observedTurn, testedRound } from './tested-round.ts';

interface TryCaseDependencies {
  clock: Clock;
  runtime: Pick<Runtime, 'send' | 'replyOf' | 'stopRound'>;
  conversations: Pick<Conversations, 'round'>;
  files: Pick<Files, 'find' | 'read'>;
  check: CheckExpectations;
}

interface Tried {
  agent: Agent;
  /** Replaces the published flow. */
  draft: FlowGraph | undefined;
  judgeModel: ModelReference | null;
  /** A new test chat of its own. */
  conversationId: string;
  testCase: RunCase;
  signal: AbortSignal;
}

/** The whole run ends, because no further case can be answered. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  readonly problem: RunProblem;
  constructor(problem: RunProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The attempt ends without a result. */
class AttemptFailed extends Error {
  readonly problem: RunProblem;
  constructor(problem: RunProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export type Attempted = Pick<TestResult, 'outcomes' | 'rounds' | 'error' | 'costNano' | 'durationMs'> & {
  status: 'passed' | 'failed' | 'error';
};

/** Sends the messages of a case to the agent and checks the answers. */
export const createTryCase = ({ clock, runtime, conversations, files, check }: TryCaseDependencies) => {
  const partsOf = async ({ text, files: attached }: TestTurn): Promise<IncomingPart[]> => {
    const parts: IncomingPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
    for (const [index, { fileId, name }] of attached.entries()) {
      const stored = fileId === null ? undefined : await files.find(fileId);
      if (!stored) throw new AttemptFailed({ code: 'file-missing', detail: name });
      const source = { bytes: await files.read(stored.id) };
      parts.push({ type: 'file', hasSize: true, source, name, field: `files[${index}]` });
    }
    return parts;
  };

  /** Sends one message and waits for the answer. */
  const sendTurn = async (tried: Tried, turn: TestTurn) => {
    const { agent, conversationId, draft, signal } = tried;
    let isHandedOver = false;
    const question = await partsOf(turn);
    const sent = await runtime.send({
      agent,
      conversationId,
      apiVersion: 2,
      mode: 'blocking',
      history: [],
      question,
      options: { longTermMemory: false },
      trial: {
        ...(draft ? { draft } : {}),
        onHandoff: () => {
          isHandedOver = true;
        },
      },
    });
    const stop = (): void => void runtime.stopRound(sent.messageId).catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      // A round that failed has a trace too.
      const failure = await untilAborted(
        runtime.replyOf(sent.messageId).then(
          () => undefined,
          (error: unknown) => error,
        ),
        signal,
      );
      const detail = await conversations.round(agent.id, sent.messageId);
      if (!detail) throw new AttemptFailed({ code: 'answer-failed', detail: '' });
      return { detail, isHandedOver, failure };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  const describeFailure = (error: unknown): RunProblem => {
    if (error instanceof AppError && error.kind === 'insufficientCredits')
      throw new RunFailed({ code: 'no-credits', detail: error.message });
    if (error instanceof AttemptFailed) return error.problem;
    if (error instanceof AppError) return { code: 'answer-failed', detail: error.message };
    throw error;
  };

  return async (tried: Tried): Promise<Attempted> => {
    const { testCase, signal } = tried;
    const startedAtMs = clock.nowMs();
    const rounds: TestedRound[] = [];
    const turns: ObservedTurn[] = [];
    const costOfRounds = (): number => rounds.reduce((sum, { costNano }) => sum + costNano, 0);
    const ended = (result: Pick<Attempted, 'status' | 'outcomes' | 'error'>, more = 0): Attempted => ({
      ...result,
      rounds,
      costNano: costOfRounds() + more,
      durationMs: Math.max(0, clock.nowMs() - startedAtMs),
    });
    try {
      for (const turn of testCase.turns) {
        signal.throwIfAborted();
        const { detail, isHandedOver, failure } = await sendTurn(tried, turn);
        rounds.push(testedRound(detail, isHandedOver));
        if (failure !== undefined) {
          const { code, detail: text } = describeFailure(failure);
          return ended({
            status: 'error',
            outcomes: [],
            error: { code, detail: rounds.at(-1)!.error ?? text },
          });
        }
        turns.push(observedTurn(detail, isHandedOver));
        // A person would get the next message.
        if (isHandedOver) break;
      }
      faultPoint('test-answered');
      const { outcomes, costNano } = await check(
        { ...tried, turns, scriptLength: testCase.turns.length },
        testCase.expectations,
      );
      return ended({ status: statusOf(outcomes), outcomes, error: null }, costNano);
    } catch (error) {
      signal.throwIfAborted();
      return ended({ status: 'error', outcomes: [], error: describeFailure(error) });
    }
  };
};

export type TryCase = ReturnType<typeof createTryCase>;
