import { type CountTokens, estimateUsage } from '../estimate-tokens.ts';
import type { FinishReason, Model, ModelRequest, OnModelEvent } from '../port.ts';
import { composeReply } from './compose-reply.ts';

/** A few words per delta, like a language model. */
const wordsPerDelta = 3;
const longestDelta = 40;

/** Splits between words, or between code points where there are none. Joined, the parts give the same text. */
export const cutIntoDeltas = (text: string): string[] => {
  const deltas: string[] = [];
  let delta = '';
  let words = 0;
  const flush = (): void => {
    if (delta !== '') deltas.push(delta);
    delta = '';
    words = 0;
  };
  for (const [piece] of text.matchAll(/\S*\s*/g)) {
    if (piece.length > longestDelta) {
      flush();
      const characters = Array.from(piece);
      for (let start = 0; start < characters.length; start += longestDelta / 4) {
        deltas.push(characters.slice(start, start + longestDelta / 4).join(''));
      }
      continue;
    }
    delta += piece;
    words += 1;
    if (words >= wordsPerDelta || delta.length > longestDelta) flush();
  }
  flush();
  return deltas;
};

/** The start of the reply that fits the output limit. */
const fit = (deltas: string[], maxOutputTokens: number | undefined, countTokens: CountTokens): string[] => {
  if (maxOutputTokens === undefined || countTokens(deltas.join('')) <= maxOutputTokens) return deltas;
  let [low, high] = [0, deltas.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(deltas.slice(0, middle).join('')) <= maxOutputTokens) low = middle;
    else high = middle - 1;
  }
  return deltas.slice(0, low);
};

/**
 * The model that is always available: no key, no network, the same reply for the same request. It quotes its
 * sources. It is not a language model and never claims to be one.
 */
export const createEmbeddedModel = ({ countTokens }: { countTokens: CountTokens }): Model => {
  const answer = async (request: ModelRequest, onEvent: OnModelEvent): Promise<void> => {
    request.signal.throwIfAborted();
    const reply = composeReply(request);
    let reason: FinishReason = 'stop';
    let text = '';
    if ('toolCall' in reply) {
      reason = 'tool-calls';
      onEvent({ type: 'tool-call', call: reply.toolCall });
    } else {
      const whole = cutIntoDeltas(reply.text);
      const deltas = fit(whole, request.maxOutputTokens, countTokens);
      if (deltas.length < whole.length) reason = 'length';
      for (const delta of deltas) {
        request.signal.throwIfAborted();
        text += delta;
        onEvent({ type: 'text-delta', text: delta });
      }
    }
    const toolCalls = 'toolCall' in reply ? [reply.toolCall] : [];
    const usage = await estimateUsage(request, { text, reasoning: '', toolCalls }, countTokens);
    // Exact figures, not an estimate: this model read and wrote exactly this.
    onEvent({ type: 'finish', reason, usage: { ...usage, estimated: false } });
  };
  return {
    name: 'embedded',
    takes: { image: false, audio: false, document: false },
    isExtractive: true,
    answer,
  };
};
