import { Type } from 'typebox';
import type { Agent } from '../../agents/index.ts';
import type { Flow } from '../../flows/index.ts';
import { AppError } from '../../lib/errors.ts';
import { NullableTime, toNullableTime } from './wire-schemas.ts';

export const Graph = Type.Unknown({
  description: 'Nodes, edges and variables; the JSON Schema is at /console/api/flow-schema',
});

export const Revision = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: 'The revision of the draft that was read',
});

export const FlowView = Type.Object(
  {
    draft: Graph,
    revision: Type.Integer({ description: '0: nothing has been saved yet' }),
    publishedVersion: Type.Union([Type.Integer(), Type.Null()], { description: 'The version calls use' }),
    updatedAt: NullableTime,
  },
  { title: 'Flow' },
);

export const presentFlow = (flow: Flow | undefined) => ({
  draft: flow?.draft ?? null,
  revision: flow?.revision ?? 0,
  publishedVersion: flow?.publishedVersion ?? null,
  updatedAt: toNullableTime(flow?.updatedAtMs ?? null),
});

export const requireFlowAgent = (agent: Agent): Agent => {
  if (agent.kind !== 'flow') throw new AppError('invalidParameter', 'The agent is not a flow agent');
  return agent;
};
