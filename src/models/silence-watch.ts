import { ModelError, type ModelTimeouts } from './port.ts';
import type { Timer, Timers } from './timers.ts';

export interface SilenceWatch {
  /** Ends the call when the caller gives up or the model falls silent. */
  readonly signal: AbortSignal;
  /** Whether the model has given a sign of life. */
  readonly hasBegun: boolean;
  /** We are waiting for the model. */
  wait(): void;
  /** Something came, and the consumer has it now: its time is not the model's. */
  rest(): void;
  /** A sign of life without an event. */
  progress(): void;
  end(): void;
}

/** Watches one attempt at a model call: silence before the first token, and between tokens. */
export const createSilenceWatch = (
  callerSignal: AbortSignal,
  { firstTokenMs, betweenTokensMs }: Pick<ModelTimeouts, 'firstTokenMs' | 'betweenTokensMs'>,
  timers: Timers,
): SilenceWatch => {
  const controller = new AbortController();
  let hasBegun = false;
  let isWaiting = false;

  const startTimer = (afterMs: number, what: string): Timer =>
    timers.start(afterMs, () => {
      if (isWaiting) controller.abort(new ModelError('timeout', `${what} within ${afterMs} ms`));
    });
  const onAbort = (): void => controller.abort(callerSignal.reason);
  callerSignal.addEventListener('abort', onAbort, { once: true });
  if (callerSignal.aborted) onAbort();
  let timer = startTimer(firstTokenMs, 'No first token');

  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    timer.stop();
    timer = startTimer(betweenTokensMs, 'No further token');
  };

  return {
    signal: controller.signal,
    get hasBegun() {
      return hasBegun;
    },
    wait: () => {
      isWaiting = true;
      // Before the first token the time runs from the start of the call.
      if (hasBegun) timer.restart();
    },
    rest: () => {
      isWaiting = false;
      begin();
    },
    progress: () => {
      begin();
      timer.restart();
    },
    end: () => {
      isWaiting = false;
      timer.stop();
      callerSignal.removeEventListener('abort', onAbort);
    },
  };
};
