import { type Model, ModelError } from './port.ts';

/** What became of one short question. */
export interface ModelTrial {
  ok: boolean;
  /** Until the answer was whole, or the failure known. */
  latencyMs: number;
  firstTokenMs: number | null;
  /** Beginning of the answer. */
  text: string;
  /** Why it failed, for the people who set it up. */
  reason: string | null;
}

const question = 'Answer with the word OK.';
/** Models that think first spend some of it before they speak. */
const maxOutputTokens = 256;
const shownCharacters = 200;

const elapsed = (startedAt: number): number => Math.round(performance.now() - startedAt);

const tell = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return 'No answer came in time';
  return error instanceof ModelError ? error.publicMessage : 'The model could not be asked';
};

/** Asks a model something it can answer in a word. Never rejects: a failure is what one wants to know. */
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
    return { ok: false, latencyMs: elapsed(startedAt), firstTokenMs, text, reason: tell(error, signal) };
  }
};
