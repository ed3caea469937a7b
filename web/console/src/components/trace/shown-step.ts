import type { TraceStep } from '../../api/generated.ts';

/** A step that has not ended has no duration yet. */
export type ShownStep = Omit<TraceStep, 'durationMs'> & { durationMs: number | null };
