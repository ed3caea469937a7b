import { trace as otel, ROOT_CONTEXT, type Span, SpanStatusCode } from '@opentelemetry/api';
import type { StepDetail, StepKind, TraceStep } from '../rounds/index.ts';

/** One step of a round, reported when it starts and when it ends. */
export type LiveStep =
  | {
      state: 'started';
      /** Number of the step in the order of start. */
      id: number;
      kind: StepKind;
      name: string;
      startMs: number;
      detail?: StepDetail;
    }
  | ({ state: 'ended'; id: number } & TraceStep);

export type WatchStep = (step: LiveStep) => void;

/** Details of a step besides its time. */
export type StepNote = Partial<Omit<TraceStep, 'kind' | 'name' | 'startMs' | 'durationMs'>>;

export interface Trace {
  readonly steps: readonly TraceStep[];
  /** Somebody is watching: records details that would be too much for every round. */
  readonly isWatched: boolean;
  /** Time since the round was accepted. */
  elapsedMs(): number;
  /** For steps that do not fit a function. The returned function ends the step. */
  start(kind: StepKind, name: string, about?: StepDetail): (note?: StepNote) => void;
  /** Runs `work` as a step, which may add details. `about` is reported to watchers at the start. */
  step<Result>(
    kind: StepKind,
    name: string,
    work: (note: (more: StepNote) => void) => Promise<Result>,
    about?: StepDetail,
  ): Promise<Result>;
  /** The round has ended. */
  end(outcome: { status: string; error?: string }): void;
}

/** Attributes of the round for spans. */
export interface TracedRound {
  id: string;
  agentId: string;
  conversationId: string;
}

const tracer = otel.getTracer('frontdesk');

export const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

const roundedMs = (durationMs: number): number => Math.round(durationMs * 100) / 100;

const stepAttributes = (kind: StepKind, name: string): Record<string, string> => {
  if (kind === 'model') return { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': name };
  if (kind === 'tool') return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name };
  return {};
};

const endSpan = (span: Span, { tokens, costNano, error }: StepNote): void => {
  if (tokens) {
    span.setAttribute('gen_ai.usage.input_tokens', tokens.promptTokens);
    span.setAttribute('gen_ai.usage.output_tokens', tokens.completionTokens);
  }
  if (costNano !== undefined) span.setAttribute('frontdesk.cost_nano_credits', costNano);
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  span.end();
};

/**
 * Steps go to the round's own trace and, if an OpenTelemetry exporter is registered, to spans below
 * one span for the round. User ids and texts are not exported, because spans go to another system.
 */
export const createTrace = ({ id, agentId, conversationId }: TracedRound, watch?: WatchStep): Trace => {
  const acceptedAt = performance.now();
  const steps: TraceStep[] = [];
  let begun = 0;
  const roundSpan = tracer.startSpan(
    'round',
    {
      attributes: {
        'frontdesk.message_id': id,
        'frontdesk.agent_id': agentId,
        'gen_ai.conversation.id': conversationId,
      },
    },
    ROOT_CONTEXT,
  );
  const insideRound = otel.setSpan(ROOT_CONTEXT, roundSpan);

  const start: Trace['start'] = (kind, name, about) => {
    const startedAt = performance.now();
    const startMs = roundedMs(startedAt - acceptedAt);
    const number = ++begun;
    watch?.({ state: 'started', id: number, kind, name, startMs, ...(about ? { detail: about } : {}) });
    const span = tracer.startSpan(`${kind} ${name}`, { attributes: stepAttributes(kind, name) }, insideRound);
    return (note = {}) => {
      const step = { kind, name, startMs, durationMs: roundedMs(performance.now() - startedAt), ...note };
      steps.push(step);
      watch?.({ state: 'ended', id: number, ...step });
      endSpan(span, note);
    };
  };

  return {
    steps,
    isWatched: watch !== undefined,
    elapsedMs: () => roundedMs(performance.now() - acceptedAt),
    start,
    step: async (kind, name, work, about) => {
      const end = start(kind, name, about);
      let noted: StepNote = {};
      try {
        return await work((more) => {
          noted = { ...noted, ...more };
        });
      } catch (error) {
        noted = { ...noted, error: describeError(error) };
        throw error;
      } finally {
        end(noted);
      }
    },
    end: ({ status, error }) => {
      roundSpan.setAttribute('frontdesk.status', status);
      endSpan(roundSpan, { error });
    },
  };
};
