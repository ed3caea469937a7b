import {
  type Model,
  ModelError,
  type ModelEvent,
  type ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ModelTimeouts,
} from './port.ts';
import { createSilenceWatch, type SilenceWatch } from './silence-watch.ts';
import { sleep, type Timers } from './timers.ts';

export interface ModelLog {
  warn(fields: object, message: string): void;
}

export interface ModelPolicy {
  timeouts: ModelTimeouts;
  /** Answers where the model cannot, if nothing was said yet. */
  fallback?: Model;
  timers: Timers;
  log?: ModelLog;
}

const mostRetries = 2;
const firstRetryDelayMs = 250;
/** A server that asks for more patience than this is not waited for; the user is waiting too. */
const longestRetryDelayMs = 10_000;

/** Failures that may be gone a moment later. A refusal or another protocol will not. */
const passing: ReadonlySet<ModelFailure> = new Set([
  'unreachable',
  'timeout',
  'rate-limited',
  'server-error',
  'cut',
]);

/** How long to wait before trying again, or undefined where trying again is no use. */
const retryDelayMs = (error: ModelError, retriesDone: number): number | undefined => {
  if (retriesDone >= mostRetries || !passing.has(error.failure)) return undefined;
  const delayMs = error.retryAfterMs ?? firstRetryDelayMs * 2 ** retriesDone;
  return delayMs > longestRetryDelayMs ? undefined : delayMs;
};

/** A fallback may read fewer kinds of files; it is told what it cannot see. */
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

/** An attempt that has its first event, or its end. */
interface Run {
  model: Model;
  watch: SilenceWatch;
  events: AsyncIterator<ModelEvent>;
  first: IteratorResult<ModelEvent>;
}

/** Waits for the first event. A failure before any sign of life is returned, since another attempt may follow. */
const attempt = async (
  model: Model,
  request: ModelRequest,
  policy: ModelPolicy,
): Promise<Run | ModelError> => {
  const watch = createSilenceWatch(request.signal, policy.timeouts, policy.timers);
  try {
    const watched = { ...request, signal: watch.signal, onProgress: watch.progress };
    const events = model.stream(watched)[Symbol.asyncIterator]();
    watch.wait();
    return { model, watch, events, first: await events.next() };
  } catch (error) {
    watch.end();
    if (request.signal.aborted) throw request.signal.reason;
    if (watch.hasBegun || !(error instanceof ModelError)) throw error;
    return error;
  }
};

/** One model, tried again while the failure may pass. */
const persist = async (
  model: Model,
  request: ModelRequest,
  policy: ModelPolicy,
): Promise<Run | ModelError> => {
  for (let retriesDone = 0; ; retriesDone += 1) {
    const outcome = await attempt(model, request, policy);
    if (!(outcome instanceof ModelError)) return outcome;
    const delayMs = retryDelayMs(outcome, retriesDone);
    if (delayMs === undefined) return outcome;
    const fields = { model: model.name, failure: outcome.failure, reason: outcome.message, delayMs };
    policy.log?.warn(fields, 'model call failed; trying again');
    await sleep(policy.timers, delayMs, request.signal);
  }
};

const begin = async (model: Model, request: ModelRequest, policy: ModelPolicy): Promise<Run> => {
  const outcome = await persist(model, request, policy);
  if (!(outcome instanceof ModelError)) return outcome;
  const { fallback, log } = policy;
  if (fallback === undefined) throw outcome;
  const { failure, message: reason } = outcome;
  log?.warn({ model: model.name, fallback: fallback.name, failure, reason }, 'asking the fallback model');
  const readable = { ...request, messages: readableBy(fallback, request.messages) };
  const second = await persist(fallback, readable, policy);
  if (second instanceof ModelError) throw second;
  return second;
};

/**
 * A model with patience and its limits: time-outs, at most two retries, then the fallback. All of it only
 * before the first token: what was said once is never said again.
 */
export const withPolicy = (model: Model, policy: ModelPolicy): Model => {
  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    request.signal.throwIfAborted();
    const { model: answering, watch, events, first } = await begin(model, request, policy);
    let step = first;
    let isOver = false;
    try {
      while (!step.done) {
        watch.rest();
        const event = step.value;
        yield event.type === 'finish' && answering !== model
          ? { ...event, answeredBy: answering.name }
          : event;
        watch.wait();
        step = await events.next();
      }
      isOver = true;
    } catch (error) {
      isOver = true;
      throw request.signal.aborted ? request.signal.reason : error;
    } finally {
      watch.end();
      // The consumer turned away: the connection must not stay open behind its back.
      if (!isOver) await events.return?.();
    }
  }
  return { name: model.name, takes: model.takes, stream };
};
