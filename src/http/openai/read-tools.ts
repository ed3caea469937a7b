import type { ToolChoice, ToolOffer } from '../../models/index.ts';
import { refuse } from './read-content.ts';

interface GivenFunction {
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
}

/** All tools of a call. They are stored with the round, so their size is limited. */
const maxToolCharacters = 500_000;

export const readOffers = (functions: readonly GivenFunction[], field: string): ToolOffer[] => {
  const offers = functions.map(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  }));
  const repeated = offers.find(({ name }, index) => offers.findIndex((one) => one.name === name) !== index);
  if (repeated) refuse(field, `must not contain two functions called ${repeated.name}`);
  if (JSON.stringify(offers).length > maxToolCharacters)
    refuse(field, `must have at most ${maxToolCharacters} characters in total`);
  return offers;
};

type GivenChoice =
  | string
  | { type?: string | null; name?: string | null; function?: { name: string } | null };

export interface ToolUse {
  tools?: ToolOffer[];
  toolChoice?: ToolChoice;
}

/** What the model may and must call. `none`: the tools are not offered. */
export const readToolUse = (offers: ToolOffer[], choice: GivenChoice | null | undefined): ToolUse => {
  if (offers.length === 0 || choice === 'none') return {};
  if (choice === undefined || choice === null || choice === 'auto') return { tools: offers };
  if (choice === 'required') return { tools: offers, toolChoice: 'required' };
  if (typeof choice === 'string') return refuse('tool_choice', 'must be auto, none, required or a function');
  const name = choice.function?.name ?? choice.name;
  if (!offers.some((offer) => offer.name === name))
    return refuse('tool_choice', 'must name a function of tools');
  return { tools: offers, toolChoice: { name: name! } };
};
