import { trace as otel, SpanStatusCode } from '@opentelemetry/api';
import type { TokenUsage } from '../models/port.ts';

export type StepKind = 'recognition' | 'memory' | 'retrieval' | 'model' | 'tool' | 'component';

/** One step of a round, for the people who look after the agent. */
export interface TraceStep {
  kind: StepKind;
  name: string;
  /** Since the round was accepted. */
  startMs: number;
  durationMs: number;
  tokens?: TokenUsage;
  costNano?: number;
  detail?: Record<string, unknown>;
  error?: string;
}

/** What a step tells about itself besides its time. */
export type StepNote = Partial<Omit<TraceStep, 'kind' | 'name' | 'startMs' | 'durationMs'>>;

export interface Trace {
  readonly steps: readonly TraceStep[];
  /** For steps that do not fit a function; the returned function ends the step. */
  start(kind: StepKind, name: string): (note?: StepNote) => void;
  /** Runs `work` as a step; it may note what it learned. */
  step<Result>(
    kind: StepKind,
    name: string,
    work: (note: (more: StepNote) => void) => Promise<Result>,
  ): Promise<Result>;
}

const tracer = otel.getTracer('frontdesk');

export const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

const roundedMs = (durationMs: number): number => Math.round(durationMs * 100) / 100;

/** Steps go to the round's own trace and, where an OpenTelemetry exporter is registered, out as spans. */
export const createTrace = (roundId: string): Trace => {
  const acceptedAt = performance.now();
  const steps: TraceStep[] = [];

  const start: Trace['start'] = (kind, name) => {
    const startedAt = performance.now();
    const span = tracer.startSpan(`${kind} ${name}`, { attributes: { 'frontdesk.message_id': roundId } });
    return (note = {}) => {
      steps.push({
        kind,
        name,
        startMs: roundedMs(startedAt - acceptedAt),
        durationMs: roundedMs(performance.now() - startedAt),
        ...note,
      });
      if (note.tokens) {
        span.setAttribute('gen_ai.usage.input_tokens', note.tokens.promptTokens);
        span.setAttribute('gen_ai.usage.output_tokens', note.tokens.completionTokens);
      }
      if (note.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: note.error });
      span.end();
    };
  };

  return {
    steps,
    start,
    step: async (kind, name, work) => {
      const end = start(kind, name);
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
  };
};
