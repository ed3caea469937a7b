import type { TokenUsage } from '../models/port.ts';
import { type Prices, priceUsage, type SpeechKind, subtractTokens, totalNano, type Usage } from './usage.ts';

export interface Charge {
  kind: 'chat' | SpeechKind;
  modelName: string;
  tokens: TokenUsage;
  nano: number;
}

/** A round's usage as the bill tells it apart. The charges add up to the usage, also where it was cut. */
export const chargesOf = (usage: Usage, prices: Prices, modelName: string): Charge[] => {
  const paid = { asr: usage.credits.audioInputNano, tts: usage.credits.audioOutputNano };
  let { tokens } = usage;
  let leftNano = totalNano(usage);
  const charges: Charge[] = [];
  for (const kind of ['asr', 'tts'] as const) {
    const part = usage.speech?.[kind];
    if (!part) continue;
    const nano = Math.min(totalNano(priceUsage(part.tokens, prices)), paid[kind]);
    charges.push({ kind, modelName: part.modelName, tokens: part.tokens, nano });
    tokens = subtractTokens(tokens, part.tokens);
    leftNano -= nano;
  }
  return [{ kind: 'chat', modelName, tokens, nano: leftNano }, ...charges];
};
