import type { Agent } from '../agents/index.ts';
import { AppError } from '../lib/errors.ts';
import {
  type CountTokens,
  estimatePromptTokens,
  type ModelMessage,
  type TokenUsage,
  type ToolOffer,
} from '../models/index.ts';
import {
  addTokens,
  capUsage,
  costNano,
  isFree,
  noTokens,
  parsePrices,
  priceService,
  priceUsage,
  type ServiceKind,
  type ServiceUsage,
  type SpeechKind,
  type SpeechUsage,
  totalNano,
  type Usage,
} from '../usage/index.ts';

interface MeterOptions {
  agent: Agent;
  reservedNano: number;
  countTokens: CountTokens;
  /** Promises more credits to the round; false when they are not there. */
  reserveMore(nano: number): Promise<boolean>;
}

/** Adds up what the model calls of a round use, and sees to it that the credits for the next one are there. */
export const createUsageMeter = ({ agent, reservedNano, countTokens, reserveMore }: MeterOptions) => {
  const { prices, maxOutputTokens } = agent.settings;
  const free = isFree(prices);
  let tokens = noTokens();
  let committedNano = reservedNano;
  let answeredBy: string | undefined;
  const speech: SpeechUsage = {};
  const services: ServiceUsage = {};

  const soFar = (): Usage => ({
    ...priceUsage(tokens, prices),
    ...(Object.keys(speech).length === 0 ? {} : { speech }),
    ...(Object.keys(services).length === 0 ? {} : { services }),
  });

  /** Promises what the next thing costs, beside what was used already. */
  const promise = async (nextNano: number): Promise<boolean> => {
    const missingNano = totalNano(soFar()) + nextNano - committedNano;
    if (missingNano <= 0) return true;
    if (!(await reserveMore(missingNano))) return false;
    committedNano += missingNano;
    return true;
  };

  return {
    /** 20022 comes before the model call, never after it. */
    beforeCall: async (messages: ModelMessage[], tools: ToolOffer[]): Promise<void> => {
      if (free) return;
      const callNano =
        costNano(estimatePromptTokens(messages, tools, countTokens), parsePrices(prices).textInput) +
        costNano(maxOutputTokens, parsePrices(prices).textOutput);
      if (!(await promise(callNano))) throw new AppError('insufficientCredits');
    },
    /** Whether the credits are there for what was heard or spoken; how long it is, is known only afterwards. */
    canPay: async (used: TokenUsage): Promise<boolean> =>
      free || promise(totalNano(priceUsage(used, prices))),
    /**
     * `modelName`: who answered, which after a fallback is not who was asked. What our own engines heard or
     * spoke is paid beside the chat, by its kind.
     */
    add: (
      used: TokenUsage,
      modelName: string,
      kind: 'chat' | SpeechKind = 'chat',
    ): { tokens: TokenUsage; costNano: number } => {
      tokens = addTokens(tokens, used);
      if (kind === 'chat') answeredBy = modelName;
      else speech[kind] = { tokens: addTokens(speech[kind]?.tokens ?? noTokens(), used), modelName };
      return { tokens: used, costNano: free ? 0 : totalNano(priceUsage(used, prices)) };
    },
    /** What is paid beside the model. Priced as a whole, so that a thousand calls cost the price of a thousand. */
    addService: (kind: ServiceKind, count: number, name: string): { costNano: number } => {
      const before = services[kind] ?? { count: 0, nano: 0 };
      const nano = priceService(kind, before.count + count, prices);
      services[kind] = { count: before.count + count, nano, name };
      return { costNano: nano - before.nano };
    },
    /**
     * The final figure. Providers count in their own way: what they report beyond our promise is paid where
     * the credits are there, and cut where they are not, so that no balance goes below zero.
     */
    total: async (): Promise<Usage> => {
      const usage = soFar();
      return (await promise(0)) ? usage : capUsage(usage, committedNano);
    },
    get modelName(): string | undefined {
      return answeredBy;
    },
    get reservedNano(): number {
      return committedNano;
    },
  };
};

export type UsageMeter = ReturnType<typeof createUsageMeter>;
