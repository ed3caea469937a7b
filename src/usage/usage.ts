import type { ModelPrice, TokenUsage } from '../models/port.ts';
import { costNano, parseCredits } from './money.ts';

/** Speech has its own charges: transcription (`asr`) and synthesis (`tts`), with the engine used. */
export type SpeechKind = 'asr' | 'tts';
export type SpeechUsage = Partial<Record<SpeechKind, { tokens: TokenUsage; modelName: string }>>;

/** Services with their own price: reranked tokens, tool calls, table operations. */
export type ServiceKind = 'rerank' | 'tool_call' | 'database_processing';
/** `count`: tokens for a reranker, calls for the others. */
export type ServiceUsage = Partial<Record<ServiceKind, { count: number; nano: number; name: string }>>;

/** Usage and cost of a round. Token details are included in their totals. */
export interface Usage {
  tokens: TokenUsage;
  /** The part of the tokens used by our own transcription and synthesis. */
  speech?: SpeechUsage;
  services?: ServiceUsage;
  credits: {
    textInputNano: number;
    textOutputNano: number;
    audioInputNano: number;
    audioOutputNano: number;
  };
}

export interface Prices {
  textInputPerMillion: string;
  textOutputPerMillion: string;
  audioInputPerMillion: string;
  audioOutputPerMillion: string;
  /** Per million tokens. */
  indexingPerMillion: string;
  rerankPerMillion: string;
  toolCallPerThousand: string;
  tableCallPerThousand: string;
}

interface ParsedPrices {
  textInput: bigint;
  textOutput: bigint;
  audioInput: bigint;
  audioOutput: bigint;
  indexing: bigint;
  services: Record<ServiceKind, bigint>;
  /** All prices of a round are zero. */
  free: boolean;
}

/** Prices of calls are per thousand, all others per million. */
const callsPerMillion = 1000n;

// Prices are part of an agent's settings, which keep their object until they change.
const parsed = new WeakMap<Prices, ParsedPrices>();

export const parsePrices = (prices: Prices): ParsedPrices => {
  let known = parsed.get(prices);
  if (!known) {
    const textInput = parseCredits(prices.textInputPerMillion);
    const textOutput = parseCredits(prices.textOutputPerMillion);
    const audioInput = parseCredits(prices.audioInputPerMillion);
    const audioOutput = parseCredits(prices.audioOutputPerMillion);
    const services = {
      rerank: parseCredits(prices.rerankPerMillion),
      tool_call: parseCredits(prices.toolCallPerThousand) * callsPerMillion,
      database_processing: parseCredits(prices.tableCallPerThousand) * callsPerMillion,
    };
    const inRounds = [textInput, textOutput, audioInput, audioOutput, ...Object.values(services)];
    known = {
      textInput,
      textOutput,
      audioInput,
      audioOutput,
      services,
      indexing: parseCredits(prices.indexingPerMillion),
      free: inRounds.every((price) => price === 0n),
    };
    parsed.set(prices, known);
  }
  return known;
};

// One object per pair, because parsed prices are cached by object.
const combined = new WeakMap<Prices, WeakMap<ModelPrice, Prices>>();

/** The agent's prices with the price of a model in place of those for text. */
export const withModelPrice = (prices: Prices, price: ModelPrice | undefined): Prices => {
  if (!price) return prices;
  const byPrice = combined.get(prices) ?? new WeakMap<ModelPrice, Prices>();
  combined.set(prices, byPrice);
  const known = byPrice.get(price) ?? {
    ...prices,
    textInputPerMillion: price.inputPerMillion,
    textOutputPerMillion: price.outputPerMillion,
  };
  byPrice.set(price, known);
  return known;
};

export const noTokens = (): TokenUsage => ({
  promptTokens: 0,
  promptAudioTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  completionAudioTokens: 0,
  estimated: false,
});

export const addTokens = (left: TokenUsage, right: TokenUsage): TokenUsage => ({
  promptTokens: left.promptTokens + right.promptTokens,
  promptAudioTokens: left.promptAudioTokens + right.promptAudioTokens,
  completionTokens: left.completionTokens + right.completionTokens,
  reasoningTokens: left.reasoningTokens + right.reasoningTokens,
  completionAudioTokens: left.completionAudioTokens + right.completionAudioTokens,
  estimated: left.estimated || right.estimated,
});

export const subtractTokens = (left: TokenUsage, right: TokenUsage): TokenUsage => ({
  promptTokens: left.promptTokens - right.promptTokens,
  promptAudioTokens: left.promptAudioTokens - right.promptAudioTokens,
  completionTokens: left.completionTokens - right.completionTokens,
  reasoningTokens: left.reasoningTokens - right.reasoningTokens,
  completionAudioTokens: left.completionAudioTokens - right.completionAudioTokens,
  estimated: left.estimated,
});

export const priceUsage = (tokens: TokenUsage, prices: Prices): Usage => {
  const { textInput, textOutput, audioInput, audioOutput } = parsePrices(prices);
  return {
    tokens,
    credits: {
      textInputNano: costNano(tokens.promptTokens - tokens.promptAudioTokens, textInput),
      textOutputNano: costNano(tokens.completionTokens - tokens.completionAudioTokens, textOutput),
      audioInputNano: costNano(tokens.promptAudioTokens, audioInput),
      audioOutputNano: costNano(tokens.completionAudioTokens, audioOutput),
    },
  };
};

/** Sums tokens and credits of two usages without speech and services. */
export const addUsage = (left: Usage, right: Usage): Usage => ({
  tokens: addTokens(left.tokens, right.tokens),
  credits: {
    textInputNano: left.credits.textInputNano + right.credits.textInputNano,
    textOutputNano: left.credits.textOutputNano + right.credits.textOutputNano,
    audioInputNano: left.credits.audioInputNano + right.credits.audioInputNano,
    audioOutputNano: left.credits.audioOutputNano + right.credits.audioOutputNano,
  },
});

export const priceService = (kind: ServiceKind, count: number, prices: Prices): number =>
  costNano(count, parsePrices(prices).services[kind]);

export const serviceNano = ({ services = {} }: Usage): number =>
  Object.values(services).reduce((sum, { nano }) => sum + nano, 0);

export const totalNano = (usage: Usage): number => {
  const { textInputNano, textOutputNano, audioInputNano, audioOutputNano } = usage.credits;
  return textInputNano + textOutputNano + audioInputNano + audioOutputNano + serviceNano(usage);
};

/**
 * Reduces a charge to the reserved amount, part by part, so that a balance never becomes negative, even if a provider
 * reports wrong usage.
 */
export const capUsage = (usage: Usage, limitNano: number): Usage => {
  let leftNano = limitNano;
  const take = (nano: number): number => {
    const taken = Math.min(nano, leftNano);
    leftNano -= taken;
    return taken;
  };
  const { credits, services } = usage;
  const taken = Object.entries(services ?? {}).map(([kind, one]) => [kind, { ...one, nano: take(one.nano) }]);
  return {
    ...usage,
    ...(services ? { services: Object.fromEntries(taken) } : {}),
    credits: {
      textInputNano: take(credits.textInputNano),
      audioInputNano: take(credits.audioInputNano),
      textOutputNano: take(credits.textOutputNano),
      audioOutputNano: take(credits.audioOutputNano),
    },
  };
};

export const isFree = (prices: Prices): boolean => parsePrices(prices).free;
