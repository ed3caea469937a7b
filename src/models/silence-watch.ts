import { ModelError, type ModelTimeouts } from './port.ts';
import type { Timer, Timers } from './timers.ts';

export interface SilenceWatch {
  /** Ends the call when the caller aborts or the model is silent for too long. */
  readonly signal: AbortSignal;
  /** Whether the model has shown any activity. */
  readonly hasBegun: boolean;
  /** Whether any part of a response has arrived, even only a keep-alive comment. */
  readonly hasReceived: boolean;
  received(): void;
  /** Reports activity. */
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
  let hasReceived = false;

  const startTimer = (afterMs: number, what: string): Timer =>
    timers.start(afterMs, () => controller.abort(new ModelError('timeout', `${what} within ${afterMs} ms`)));
  const onAbort = (): void => controller.abort(callerSignal.reason);
  callerSignal.addEventListener('abort', onAbort, { once: true });
  if (callerSignal.aborted) onAbort();
  let timer = startTimer(firstTokenMs, 'No first token');

  return {
    signal: controller.signal,
    get hasBegun() {
      return hasBegun;
    },
    get hasReceived() {
      return hasReceived;
    },
    received: () => {
      hasReceived = true;
    },
    progress: () => {
      if (hasBegun) {
        timer.restart();
        return;
      }
      hasBegun = true;
      timer.stop();
      timer = startTimer(betweenTokensMs, 'No further token');
    },
    end: () => {
      timer.stop();
      callerSignal.removeEventListener('abort', onAbort);
    },
  };
};
