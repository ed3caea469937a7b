import { type Static, Type } from 'typebox';

/** Name of a model on its server. */
export const ModelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Name of the model on its server',
});

/** A model of a connection of the workspace. Address, key and price belong to the connection. */
export const ModelReference = Type.Object(
  {
    provider: Type.Literal('connection'),
    connectionId: Type.String({ minLength: 1, maxLength: 64 }),
    name: ModelName,
  },
  { additionalProperties: false },
);

export type ModelReference = Static<typeof ModelReference>;

export const isReference = (model: { provider: string }): model is ModelReference =>
  model.provider === 'connection';
