import { type Static, Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import { type Flow, type FlowGraph, FlowGraphSchema } from '../../../flows/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { describedBy } from '../../schema.ts';
import { NullableTime, toNullableTime } from '../wire/wire-schemas.ts';

/** Not checked by this schema: `checkFlow` reports the problems of each node. */
export const GivenGraph = describedBy<unknown>(FlowGraphSchema);
export const Graph = describedBy<FlowGraph>(FlowGraphSchema);
/** null: nothing has been saved yet. */
const Draft = describedBy<FlowGraph | null>(Type.Union([FlowGraphSchema, Type.Null()]));

export const Revision = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: 'Revision of the draft that was read',
});

export const FlowView = Type.Object(
  {
    draft: Draft,
    revision: Type.Integer({ description: '0: no draft is saved yet' }),
    publishedVersion: Type.Union([Type.Integer(), Type.Null()], { description: 'Version in use' }),
    publishedAt: NullableTime,
    isChanged: Type.Boolean({
      description: 'Whether the draft differs from the version in use. false if nothing is published',
    }),
    updatedAt: NullableTime,
  },
  { title: 'Flow' },
);

export const presentFlow = (flow: Flow | undefined): Static<typeof FlowView> => ({
  draft: flow?.draft ?? null,
  revision: flow?.revision ?? 0,
  publishedVersion: flow?.publishedVersion ?? null,
  publishedAt: toNullableTime(flow?.publishedAtMs ?? null),
  isChanged: flow?.isChanged ?? false,
  updatedAt: toNullableTime(flow?.updatedAtMs ?? null),
});

const NullableText = Type.Union([Type.String(), Type.Null()]);

export const FlowProblemView = Type.Object(
  {
    loopId: Type.Union([Type.String(), Type.Null()], {
      description: 'The loop whose body contains the component',
    }),
    nodeId: Type.Union([Type.String(), Type.Null()], { description: 'null: the whole flow' }),
    nodeName: NullableText,
    field: Type.Union([Type.String(), Type.Null()], { description: 'Setting of the component' }),
    message: Type.String(),
    isReference: Type.Boolean({
      description: 'The flow names something that the agent does not have. The draft can still be run',
    }),
  },
  { title: 'FlowProblem' },
);

export const requireFlowAgent = (agent: Agent): Agent => {
  if (agent.kind !== 'flow') throw new AppError('invalidParameter', 'The agent is not a flow agent');
  return agent;
};
