import { createScriptedModel } from '../models/scripted-model.ts';

export const weatherFunction = {
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
} as const;

/** As a tool of chat completions. */
export const weatherTool = { type: 'function', function: weatherFunction } as const;

export const weatherCall = {
  id: 'c1',
  name: 'get_weather',
  argumentsText: '{"city":"Oslo"}',
  providerData: { provider: 'x', signature: 'abc' },
};

/** Calls the caller's tool if it is offered, and repeats its result. */
export const createWeatherModel = () =>
  createScriptedModel((request) => {
    const last = request.messages.at(-1)!;
    if (last.role === 'tool') return [{ say: `It is ${last.text}.` }];
    return request.tools.some(({ name }) => name === weatherFunction.name)
      ? [{ say: 'Let me look. ' }, { call: weatherCall }]
      : [{ say: 'No tool.' }];
  });
