import type { Address } from '../../api/address.ts';
import type { EventOf } from '../../api/calls.ts';
import type { Round, LiveStep as StepEvent, TraceStep } from '../../api/generated.ts';

/** A message of a test chat and its reply so far. */
export interface Trial {
  question: string;
  fileNames: string[];
  answer: string;
  roundId: string | undefined;
  conversationId: string | undefined;
  steps: LiveStep[];
  /** Complete round, after its end. */
  round: Round | undefined;
  failure: string | undefined;
  isRunning: boolean;
}

export interface LiveStep extends Omit<TraceStep, 'durationMs'> {
  id: number;
  /** null: still running. */
  durationMs: number | null;
}

export const startTrial = (question: string, fileNames: string[] = []): Trial => ({
  question,
  fileNames,
  answer: '',
  steps: [],
  isRunning: true,
  roundId: undefined,
  conversationId: undefined,
  round: undefined,
  failure: undefined,
});

/** Codes of the reply stream that are not errors. */
const successCodes = new Set([0, 3, 4, 10, 11, 39]);
const textCode = 3;

export type TrialEvent = EventOf<Address<'/workspaces/{workspaceId}/agents/{agentId}/try'>, 'post'>;

const withStep = (steps: LiveStep[], { state: _state, ...step }: StepEvent): LiveStep[] => {
  const { id } = step;
  const known: LiveStep = {
    tokens: null,
    credits: null,
    error: null,
    durationMs: null,
    ...steps.find((one) => one.id === id),
    ...step,
  };
  return steps.some((one) => one.id === id)
    ? steps.map((one) => (one.id === id ? known : one))
    : [...steps, known];
};

const withReply = (
  trial: Trial,
  { code, message, data }: Extract<TrialEvent, { event: 'message' }>['data'],
): Trial => {
  if (code === textCode && typeof data === 'string') return { ...trial, answer: trial.answer + data };
  if (!successCodes.has(code)) return { ...trial, failure: message };
  return trial;
};

/** Returns the trial after an event of its stream. */
export const applyTrialEvent = (trial: Trial, { event, data }: TrialEvent): Trial => {
  switch (event) {
    case 'round':
      return { ...trial, roundId: data.roundId, conversationId: data.conversationId };
    case 'step':
      return { ...trial, steps: withStep(trial.steps, data) };
    case 'trace':
      return {
        ...trial,
        round: data,
        answer: data.answer || trial.answer,
        failure: data.status === 'failed' ? (data.error ?? trial.failure) : trial.failure,
      };
    case 'message':
      return withReply(trial, data);
  }
};
