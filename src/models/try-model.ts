import { type Model, ModelError } from './port.ts';

/** Result of one short question. */
export interface ModelTrial {
  ok: boolean;
  /** Time until the reply was complete or the call failed. */
  latencyMs: number;
  firstTokenMs: number | null;
  /** Start of the reply. */
  text: string;
  /** Why it failed, for the operator who configured it. */
  reason: string | null;
}

const question = 'Answer with the word OK.';
/** Reasoning models use part of it before the reply. */
const maxOutputTokens = 256;
const shownCharacters = 200;

const elapsed = (startedAt: number): number => Math.round(performance.now() - startedAt);

const describeProblem = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return 'No answer came in time';
  return error instanceof ModelError ? error.publicMessage : 'The model could not be called';
};

/** Sends a question that needs a one-word reply. Never rejects: the failure is the result. */
export const tryModel = async (model: Model, signal: AbortSignal): Promise<ModelTrial> => {
  const startedAt = performance.now();
  let firstTokenMs: number | null = null;
  let text = '';
  try {
    const request = {
      messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }],
      tools: [],
      maxOutputTokens,
      signal,
    };
    await model.answer(request, (event) => {
      if (event.type === 'finish') return;
      firstTokenMs ??= elapsed(startedAt);
      if (event.type === 'text-delta') text = (text + event.text).slice(0, shownCharacters);
    });
    return { ok: true, latencyMs: elapsed(startedAt), firstTokenMs, text, reason: null };
  } catch (error) {
    return {
      ok: false,
      latencyMs: elapsed(startedAt),
      firstTokenMs,
      text,
      reason: describeProblem(error, signal),
    };
  }
};
