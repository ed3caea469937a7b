import { type Static, Type } from 'typebox';
import type { SentRequest, TraceStep } from '../../../rounds/index.ts';

const Items = (description: string) =>
  Type.Array(Type.Record(Type.String(), Type.Unknown()), { description });

export const ModelRequestView = Type.Object(
  {
    model: Type.String(),
    startMs: Type.Number({ description: 'Time since the round was accepted' }),
    messages: Items('System prompt, history, question and tool results, as sent'),
    tools: Items('Definitions of the tools'),
    passages: Items('Passages for the embedded model, which does not read the prompt'),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Temperature and other parameters of the call',
    }),
    isCut: Type.Boolean({ description: 'Text is missing, because a trace stores a limited amount' }),
  },
  { title: 'ModelCall' },
);

/** Empty for steps without a stored request. */
export const presentRequest = ({ name, startMs, detail }: TraceStep): Static<typeof ModelRequestView>[] => {
  const request = detail?.request as SentRequest | undefined;
  if (!request) return [];
  const { messages, tools, passages = [], characters: _characters, isCut, ...parameters } = request;
  return [
    {
      model: name,
      startMs,
      messages: messages as Record<string, unknown>[],
      tools: tools as Record<string, unknown>[],
      passages: passages as Record<string, unknown>[],
      parameters,
      isCut,
    },
  ];
};
