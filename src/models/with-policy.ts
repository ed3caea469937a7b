import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ModelTimeouts,
  type OnModelEvent,
} from './port.ts';
import { createSilenceWatch } from './silence-watch.ts';
import { sleep, type Timers } from './timers.ts';

export interface ModelLog {
  warn(fields: object, message: string): void;
}

export interface ModelPolicy {
  timeouts: ModelTimeouts;
  /** Replies if the model fails before its first token. */
  fallback?: { model: Model; timeouts: ModelTimeouts } | undefined;
  /** Retry once if the model was silent until its timeout and nothing was received. */
  retriesSilence?: boolean;
  timers: Timers;
  log?: ModelLog;
}

const mostRetries = 2;
/** Silence has already cost the user minutes, and the server may still be working. */
const mostRetriesOfSilence = 1;
const firstRetryDelayMs = 250;
/** The longest requested delay that is awaited, because the user is waiting too. */
const longestRetryDelayMs = 10_000;

/** Transient failures. A rejected request or a wrong protocol stays an error. */
const passing: ReadonlySet<ModelFailure> = new Set(['unreachable', 'rate-limited', 'server-error', 'cut']);

interface FailedAttempt {
  error: ModelError;
  hasReceived: boolean;
}

const mayRetry = (
  { error, hasReceived }: FailedAttempt,
  retriesDone: number,
  policy: ModelPolicy,
): boolean =>
  error.failure === 'timeout'
    ? policy.retriesSilence === true && !hasReceived && retriesDone < mostRetriesOfSilence
    : retriesDone < mostRetries && passing.has(error.failure);

/** Delay before the next attempt, or undefined if a retry is useless. */
const retryDelayMs = (
  failed: FailedAttempt,
  retriesDone: number,
  policy: ModelPolicy,
): number | undefined => {
  if (!mayRetry(failed, retriesDone, policy)) return undefined;
  const { error } = failed;
  const delayMs = error.retryAfterMs ?? firstRetryDelayMs * 2 ** retriesDone;
  return delayMs > longestRetryDelayMs ? undefined : delayMs;
};

/** A fallback may support fewer kinds of files. It gets a note about each file that it cannot read. */
const readableBy = (model: Model, messages: readonly ModelMessage[]): ModelMessage[] =>
  messages.map((message) =>
    message.role !== 'user' || message.parts.every((part) => part.type === 'text' || model.takes[part.type])
      ? message
      : {
          ...message,
          parts: message.parts.map((part) =>
            part.type === 'text' || model.takes[part.type]
              ? part
              : { type: 'text', text: `[${part.type} "${part.name}", which this model cannot read]` },
          ),
        },
  );

/** One attempt. A failure before any activity is returned, because another attempt may follow. */
const attempt = async (
  model: Model,
  request: ModelRequest,
  onEvent: OnModelEvent,
  { timeouts, timers }: ModelPolicy,
): Promise<FailedAttempt | undefined> => {
  const watch = createSilenceWatch(request.signal, timeouts, timers);
  /** The consumer threw. Its own error is rethrown. */
  let refusal: { error: unknown } | undefined;
  const pass = (event: ModelEvent): void => {
    watch.progress();
    try {
      onEvent(event);
    } catch (error) {
      refusal = { error };
      throw error;
    }
  };
  try {
    const { signal, progress: onProgress, received: onReceived } = watch;
    await model.answer({ ...request, signal, onProgress, onReceived }, pass);
    return undefined;
  } catch (error) {
    if (refusal) throw refusal.error;
    if (request.signal.aborted) throw request.signal.reason;
    if (watch.hasBegun || !(error instanceof ModelError)) throw error;
    return { error, hasReceived: watch.hasReceived };
  } finally {
    watch.end();
  }
};

/** Calls one model, with retries after transient failures. */
const persist = async (
  model: Model,
  request: ModelRequest,
  onEvent: OnModelEvent,
  policy: ModelPolicy,
): Promise<ModelError | undefined> => {
  for (let retriesDone = 0; ; retriesDone += 1) {
    const failed = await attempt(model, request, onEvent, policy);
    const delayMs = failed && retryDelayMs(failed, retriesDone, policy);
    if (failed === undefined || delayMs === undefined) return failed?.error;
    const { failure, message: reason } = failed.error;
    const fields = { model: model.name, failure, reason, delayMs };
    policy.log?.warn(fields, 'model call failed; retrying');
    await sleep(policy.timers, delayMs, request.signal);
  }
};

/**
 * A model with timeouts, at most two retries (one after silence, if the agent allows it), then the fallback.
 * Retries and fallback happen only before the first token, so that no text is sent twice.
 */
export const withPolicy = (model: Model, policy: ModelPolicy): Model => {
  const { fallback, log } = policy;
  const answer = async (request: ModelRequest, onEvent: OnModelEvent): Promise<void> => {
    request.signal.throwIfAborted();
    const failed = await persist(model, request, onEvent, policy);
    if (failed === undefined) return;
    if (fallback === undefined) throw failed;
    const { failure, message: reason } = failed;
    const { name } = fallback.model;
    log?.warn({ model: model.name, fallback: name, failure, reason }, 'calling the fallback model');
    const failedToo = await persist(
      fallback.model,
      { ...request, messages: readableBy(fallback.model, request.messages) },
      (event) => onEvent(event.type === 'finish' ? { ...event, answeredBy: name } : event),
      { ...policy, timeouts: fallback.timeouts },
    );
    if (failedToo) throw failedToo;
  };
  return { name: model.name, takes: model.takes, answer };
};
