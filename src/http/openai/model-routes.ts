import { type Static, Type } from 'typebox';
import type { Agent } from '../../agents/index.ts';
import { toSeconds } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';

const ModelInfo = Type.Object(
  {
    id: Type.String({ description: 'ID of the agent' }),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Seconds' }),
    owned_by: Type.String(),
    name: Type.String({ description: 'Name of the agent' }),
  },
  { title: 'ModelInfo' },
);

const present = (agent: Agent): Static<typeof ModelInfo> => ({
  id: agent.id,
  object: 'model',
  created: toSeconds(agent.createdAtMs),
  owned_by: 'frontdesk',
  name: agent.name,
});

/** A key belongs to one agent, so there is one model. */
export const createModelRoutes = (): Route[] => [
  route({
    method: 'GET',
    url: '/openai/v1/models',
    key: 'enabled-agent',
    schema: {
      hide: true,
      response: { 200: Type.Object({ object: Type.Literal('list'), data: Type.Array(ModelInfo) }) },
    },
    handler: async (request) => ({ object: 'list' as const, data: [present(callerOf(request).agent)] }),
  }),

  route({
    method: 'GET',
    url: '/openai/v1/models/:model',
    key: 'enabled-agent',
    schema: {
      hide: true,
      params: Type.Object({ model: Type.String({ description: 'ID of the agent' }) }),
      response: { 200: ModelInfo },
    },
    handler: async (request) => {
      const { agent } = callerOf(request);
      if (request.params.model !== agent.id)
        throw new AppError('notFound', 'model is not the agent of this key');
      return present(agent);
    },
  }),
];
