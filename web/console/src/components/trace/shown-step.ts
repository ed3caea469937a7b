import type { TraceStep } from '../../api/generated.ts';

/** A running step has no duration yet. */
export type ShownStep = Omit<TraceStep, 'durationMs'> & { durationMs: number | null };
