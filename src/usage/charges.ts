import type { TokenUsage } from '../models/port.ts';
import {
  noTokens,
  type Prices,
  priceUsage,
  type ServiceKind,
  type SpeechKind,
  serviceNano,
  subtractTokens,
  totalNano,
  type Usage,
} from './usage.ts';

export interface Charge {
  kind: 'chat' | SpeechKind | ServiceKind;
  modelName: string;
  /** `calls`: for services with a price per call. */
  tokens: TokenUsage & { calls?: number };
  nano: number;
}

const serviceCharges = ({ services = {} }: Usage): Charge[] =>
  Object.entries(services).map(([kind, { count, nano, name }]) => ({
    kind: kind as ServiceKind,
    modelName: name,
    tokens: kind === 'rerank' ? { ...noTokens(), promptTokens: count } : { ...noTokens(), calls: count },
    nano,
  }));

/** Splits the usage of a round by the kinds of the bill. The charges add up to the usage, also if it was capped. */
export const chargesOf = (usage: Usage, prices: Prices, modelName: string): Charge[] => {
  const paid = { asr: usage.credits.audioInputNano, tts: usage.credits.audioOutputNano };
  let { tokens } = usage;
  let leftNano = totalNano(usage) - serviceNano(usage);
  const charges: Charge[] = [];
  for (const kind of ['asr', 'tts'] as const) {
    const part = usage.speech?.[kind];
    if (!part) continue;
    const nano = Math.min(totalNano(priceUsage(part.tokens, prices)), paid[kind]);
    charges.push({ kind, modelName: part.modelName, tokens: part.tokens, nano });
    tokens = subtractTokens(tokens, part.tokens);
    leftNano -= nano;
  }
  return [{ kind: 'chat', modelName, tokens, nano: leftNano }, ...charges, ...serviceCharges(usage)];
};
