import { isConnectionLost } from '../../db/index.ts';
import { failureBranch } from '../../flows/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { StepDetail } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { describeError, type StepNote } from '../trace.ts';
import type { ComponentInput, ComponentResult } from './component.ts';
import { createComponentMeter } from './component-meter.ts';
import { runKind } from './run-kind.ts';
import { changedVariables, showVariables } from './show-variables.ts';

const firstPauseMs = 200;

const withTimeLimit = async <Result>(
  signal: AbortSignal,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`it took longer than ${timeoutMs} ms`)), timeoutMs);
  const both = AbortSignal.any([signal, limit.signal]);
  // Not everything that a component calls reacts to a signal.
  const cut = new Promise<never>((_resolve, reject) => {
    both.addEventListener('abort', () => reject(both.reason), { once: true });
  });
  try {
    both.throwIfAborted();
    return await Promise.race([work(both), cut]);
  } finally {
    clearTimeout(timer);
  }
};

const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', stop, { once: true });
  });

/** The branch that a component leaves by, or that it waits for the user. */
type ComponentEnd = { left: string; waits?: ComponentResult['waits'] };

const attempt = (input: ComponentInput, attemptNumber: number): Promise<ComponentEnd> => {
  const { node, run, state } = input;
  const inputs = run.trace.isWatched ? showVariables(state.variables) : undefined;
  const about: StepDetail = {
    id: node.id,
    type: node.type,
    ...(input.branch === '' ? {} : { branch: input.branch }),
    ...(attemptNumber === 0 ? {} : { attempt: attemptNumber + 1 }),
    ...(inputs ? { inputs } : {}),
  };
  const work = async (note: (more: StepNote) => void): Promise<ComponentEnd> => {
    await run.requireOwnership();
    const { meter, share } = createComponentMeter(run.meter);
    try {
      const result: ComponentResult = await withTimeLimit(run.signal, node.timeoutMs, async (signal) => {
        const own: AgentRun = {
          ...run,
          signal,
          meter,
          emit: (event) => {
            signal.throwIfAborted();
            run.emit(event);
          },
        };
        return runKind({ ...input, run: own });
      });
      Object.assign(
        about,
        result.detail,
        result.branch === undefined ? {} : { left: result.branch },
        result.waits ? { waits: true } : {},
      );
      return { left: result.branch ?? 'next', ...(result.waits ? { waits: result.waits } : {}) };
    } finally {
      if (inputs) about.outputs = changedVariables(inputs, state.variables);
      note({ ...share(), detail: about });
    }
  };
  return run.trace.step('component', node.name, work, { ...about });
};

/** Missing credits stay missing on a retry, and no branch may hide it. */
const endsTheRound = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'insufficientCredits';

/** After a broken database connection the whole round runs again, unless the user has received part of it. */
const isRunAgain = (error: unknown, { round, outputs }: AgentRun): boolean =>
  isConnectionLost(error) && (round.mode !== 'streaming' || outputs.length === 0);

/** Runs one component with its retries. */
export const runComponent = async (input: ComponentInput & { mayFail: boolean }): Promise<ComponentEnd> => {
  const { node, run, state, slot } = input;
  for (let tried = 0; ; tried++)
    try {
      if (state.budget.runsLeft-- <= 0) throw new Error('the round has run too many components');
      return await attempt(input, tried);
    } catch (error) {
      run.signal.throwIfAborted();
      if (endsTheRound(error) || isRunAgain(error, run)) throw error;
      slot?.discard();
      // Text that was sent cannot be replaced by a second attempt.
      if (tried < node.retries && !slot?.hasOutput) {
        await pause(firstPauseMs * 2 ** tried, run.signal);
        continue;
      }
      if (!input.mayFail)
        throw new AppError('internal', `The component "${node.name}" failed`, { cause: error });
      state.variables.set('failure', { component: node.name, message: describeError(error) });
      return { left: failureBranch };
    }
};
