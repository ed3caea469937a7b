import type { ServerEvent } from '../../api/read-event-stream.ts';
import type { Round, TraceStep } from '../../api/types/trace.ts';

/** A question that was tried and what has come of it so far. */
export interface Trial {
  question: string;
  fileNames: string[];
  answer: string;
  roundId: string | undefined;
  conversationId: string | undefined;
  steps: LiveStep[];
  /** Whole, once it is over. */
  round: Round | undefined;
  failure: string | undefined;
  isRunning: boolean;
}

export interface LiveStep extends Omit<TraceStep, 'durationMs'> {
  id: number;
  /** null: under way. */
  durationMs: number | null;
}

export const startTrial = (question: string, fileNames: string[] = []): Trial => ({
  ...{ question, fileNames, answer: '', steps: [], isRunning: true },
  ...{ roundId: undefined, conversationId: undefined, round: undefined, failure: undefined },
});

/** Codes of the reply stream that are no failure. */
const ordinaryCodes = new Set([0, 3, 4, 10, 11, 39]);
const textCode = 3;

type StepEvent = Partial<TraceStep> & { state: 'started' | 'ended'; id: number };

const withStep = (steps: LiveStep[], { state, id, ...step }: StepEvent): LiveStep[] => {
  const known: LiveStep = {
    ...{ kind: 'model', name: '', startMs: 0, tokens: null, credits: null, detail: {}, error: null },
    ...steps.find((one) => one.id === id),
    ...step,
    id,
    durationMs: state === 'started' ? null : (step.durationMs ?? 0),
  };
  return steps.some((one) => one.id === id)
    ? steps.map((one) => (one.id === id ? known : one))
    : [...steps, known];
};

const withReply = (
  trial: Trial,
  { code, message, data }: { code: number; message: string; data: unknown },
): Trial => {
  if (code === textCode && typeof data === 'string') return { ...trial, answer: trial.answer + data };
  if (!ordinaryCodes.has(code)) return { ...trial, failure: message };
  return trial;
};

/** The trial after one more event of its stream. */
export const tellTrial = (trial: Trial, { event, data }: ServerEvent): Trial => {
  switch (event) {
    case 'round':
      return { ...trial, ...(data as { roundId: string; conversationId: string }) };
    case 'step':
      return { ...trial, steps: withStep(trial.steps, data as StepEvent) };
    case 'trace': {
      const round = data as Round;
      return {
        ...trial,
        round,
        answer: round.answer || trial.answer,
        failure: round.status === 'failed' ? (round.error ?? trial.failure) : trial.failure,
      };
    }
    default:
      return withReply(trial, data as { code: number; message: string; data: unknown });
  }
};
