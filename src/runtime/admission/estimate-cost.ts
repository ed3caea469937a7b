import type { Agent } from '../../agents/index.ts';
import { countInPortions, type Model } from '../../models/index.ts';
import { type RoundRequest, textOf } from '../../rounds/index.ts';
import { costNano, isFree, parsePrices, withModelPrice } from '../../usage/index.ts';
import type { ModelChoice } from '../ports.ts';

/** Texts of a call besides its messages, for the estimate of its tokens. */
export const textsOf = ({ instructions, tools, following = [] }: Omit<RoundRequest, 'history'>): string[] => [
  ...(instructions === undefined ? [] : [instructions]),
  ...(tools === undefined ? [] : [JSON.stringify(tools)]),
  ...following.map(({ parts }) => textOf(parts)),
];

export const estimateNano = async (
  agent: Agent,
  { models, reader }: { models: ModelChoice; reader: Pick<Model, 'price'> },
  texts: string[],
): Promise<number> => {
  const { maxOutputTokens, prompt } = agent.settings;
  const prices = withModelPrice(agent.settings.prices, reader.price);
  if (isFree(prices)) return 0;
  const promptTokens = await countInPortions([prompt, ...texts], models.countTokens);
  return (
    costNano(promptTokens, parsePrices(prices).textInput) +
    costNano(maxOutputTokens, parsePrices(prices).textOutput)
  );
};
