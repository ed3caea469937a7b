import { type Static, Type } from 'typebox';
import { Maybe } from '../schema.ts';

export const toolName = '^[A-Za-z0-9_-]{1,64}$';
export const maxTools = 128;

/** Fields of a function that the model may call. `parameters` is a JSON Schema, which the model server checks. */
export const functionFields = {
  name: Type.String({ pattern: toolName, examples: ['get_weather'] }),
  description: Maybe(Type.String({ maxLength: 16_384 })),
  parameters: Maybe(
    Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'JSON Schema of the arguments' }),
  ),
};

export const CalledFunction = Type.Object({
  name: Type.String({ pattern: toolName, examples: ['get_weather'] }),
  arguments: Type.String({ maxLength: 1_000_000, examples: ['{}'], description: 'JSON text' }),
});

export const ToolCallIn = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256 }),
  type: Maybe(Type.String({ examples: ['function'] })),
  function: Maybe(CalledFunction),
});
export type ToolCallIn = Static<typeof ToolCallIn>;
