import type { Grounding, GroundingPassage, ModelEvent, ModelMessage, ModelRequest } from '../port.ts';
import { createEmbeddedModel } from './create-embedded-model.ts';

/** Test data for the embedded model: a small shop and helpers to ask questions. */
export const countTokens = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
export const model = createEmbeddedModel({ countTokens });

export const user = (text: string): ModelMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
export const assistant = (text: string): ModelMessage => ({ role: 'assistant', text });
export const passage = (
  title: string,
  text: string,
  more: Partial<GroundingPassage> = {},
): GroundingPassage => ({
  source: 'knowledge',
  title,
  text,
  score: 0.4,
  ...more,
});

export const requestOf = (messages: ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages,
  tools: [],
  signal: new AbortController().signal,
  ...more,
});

export const grounded = (
  passages: GroundingPassage[],
  more: Partial<Grounding> = {},
): { grounding: Grounding } => ({
  grounding: { passages, userAttributes: {}, canHandOff: false, ...more },
});

export const run = async (request: ModelRequest): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = [];
  await model.answer(request, (event) => events.push(event));
  return events;
};

export const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');

export const reply = async (
  messages: ModelMessage[] | string,
  more: Partial<ModelRequest> = {},
): Promise<string> =>
  textOf(await run(requestOf(typeof messages === 'string' ? [user(messages)] : messages, more)));

export const shop = [
  passage(
    'Delivery',
    '# Delivery\n\nWe deliver to every country of the European Union. Parcels arrive within three working days. ' +
      'Delivery is free for orders above 50 euros.\n\nOur vans are painted green.',
  ),
  passage(
    'Returns policy',
    'You can return any lamp within 30 days. Refunds are paid to the original card within 5 days of the return.',
  ),
  passage('Opening hours', 'The shop in Lisbon is open from Monday to Saturday.\nOn Sundays it is closed.'),
];
