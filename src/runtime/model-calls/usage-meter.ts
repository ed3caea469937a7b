import type { Agent } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import {
  type CountTokens,
  estimatePromptTokens,
  type Model,
  type ModelMessage,
  type ModelPrice,
  type TokenUsage,
  type ToolOffer,
} from '../../models/index.ts';
import {
  addTokens,
  addUsage,
  capUsage,
  costNano,
  isFree,
  noTokens,
  type Prices,
  parsePrices,
  priceService,
  priceUsage,
  type ServiceKind,
  type ServiceUsage,
  type SpeechKind,
  type SpeechUsage,
  totalNano,
  type Usage,
  withModelPrice,
} from '../../usage/index.ts';

interface MeterOptions {
  agent: Agent;
  reservedNano: number;
  countTokens: CountTokens;
  /** Reserves more credits for the round. False if there are not enough. */
  reserveMore(nano: number): Promise<boolean>;
}

/** Adds up the usage of a round's model calls, and reserves the credits for the next one. */
export const createUsageMeter = ({
  agent,
  reservedNano: initialNano,
  countTokens,
  reserveMore,
}: MeterOptions) => {
  const { prices, maxOutputTokens } = agent.settings;
  /** Tokens by the prices that apply to them: the models of a flow and a fallback can have their own. */
  const tokensByPrices = new Map<Prices, TokenUsage>([[prices, noTokens()]]);
  let reservedNano = initialNano;
  let hasReserved = initialNano > 0;
  let answeredBy: string | undefined;
  const speech: SpeechUsage = {};
  const services: ServiceUsage = {};

  const soFar = (): Usage => ({
    ...[...tokensByPrices].map(([ownPrices, tokens]) => priceUsage(tokens, ownPrices)).reduce(addUsage),
    ...(Object.keys(speech).length === 0 ? {} : { speech }),
    ...(Object.keys(services).length === 0 ? {} : { services }),
  });

  /** Reserves the cost of the next step, besides what was already used. */
  const reserve = async (nextNano: number): Promise<boolean> => {
    const missingNano = totalNano(soFar()) + nextNano - reservedNano;
    if (missingNano <= 0) return true;
    hasReserved = true;
    if (!(await reserveMore(missingNano))) return false;
    reservedNano += missingNano;
    return true;
  };

  return {
    /** Whether credits may be reserved for the round. A response to a reservation can be lost. */
    get hasReserved() {
      return hasReserved;
    },
    /** Error 20022 comes before the model call, never after it. */
    beforeCall: async (
      messages: ModelMessage[],
      tools: ToolOffer[],
      model: Pick<Model, 'price' | 'fallbackPrice'>,
    ): Promise<void> => {
      // The fallback may reply, so the higher price is reserved.
      const possible = [model.price, model.fallbackPrice].map((price) => withModelPrice(prices, price));
      if (possible.every(isFree)) return;
      const promptTokens = await estimatePromptTokens(messages, tools, countTokens);
      const callNano = possible
        .map(parsePrices)
        .map(
          ({ textInput, textOutput }) =>
            costNano(promptTokens, textInput) + costNano(maxOutputTokens, textOutput),
        );
      if (!(await reserve(Math.max(...callNano)))) throw new AppError('insufficientCredits');
    },
    /** Whether there are credits for transcription or speech, whose length is known only afterwards. */
    canPay: async (used: TokenUsage): Promise<boolean> =>
      isFree(prices) || reserve(totalNano(priceUsage(used, prices))),
    /**
     * `modelName`: the model that replied, which after a fallback is not the requested one. Transcription and speech by
     * our own engines are charged separately from the chat, by kind. `price`: that of the model that replied.
     */
    add: (
      used: TokenUsage,
      modelName: string,
      { kind = 'chat', price }: { kind?: 'chat' | SpeechKind; price?: ModelPrice | undefined } = {},
    ): { tokens: TokenUsage; costNano: number } => {
      const own = withModelPrice(prices, price);
      tokensByPrices.set(own, addTokens(tokensByPrices.get(own) ?? noTokens(), used));
      if (kind === 'chat') answeredBy = modelName;
      else speech[kind] = { tokens: addTokens(speech[kind]?.tokens ?? noTokens(), used), modelName };
      return { tokens: used, costNano: totalNano(priceUsage(used, own)) };
    },
    /** Costs besides the model. Priced together, so that a thousand calls cost the price of a thousand. */
    addService: (kind: ServiceKind, count: number, name: string): { costNano: number } => {
      const before = services[kind] ?? { count: 0, nano: 0 };
      const nano = priceService(kind, before.count + count, prices);
      services[kind] = { count: before.count + count, nano, name };
      return { costNano: nano - before.nano };
    },
    /**
     * The final price. Providers count differently: what they report beyond our reservation is charged if
     * there are credits, and otherwise dropped, so that no balance becomes negative.
     */
    total: async (): Promise<Usage> => {
      const usage = soFar();
      return (await reserve(0)) ? usage : capUsage(usage, reservedNano);
    },
    get modelName(): string | undefined {
      return answeredBy;
    },
    get reservedNano(): number {
      return reservedNano;
    },
  };
};

export type UsageMeter = ReturnType<typeof createUsageMeter>;
