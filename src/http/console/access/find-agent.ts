import type { FastifyRequest } from 'fastify';
import type { Agent, Agents } from '../../../agents/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { workspaceOf } from './operator-guard.ts';

/**
 * The agent in the path. A deleted agent, or one of another workspace, is not found. With `alsoDeleted`, the data of a
 * deleted agent can still be read, exported and erased.
 */
export const findAgentOf = (
  agents: Agents,
  request: FastifyRequest & { params: { agentId: string } },
  options: { alsoDeleted?: boolean } = {},
): Promise<Agent> => findAgent(agents, request, request.params.agentId, options);

/** The agent in the path as operators edit it: with its draft, if it has one. */
export const findEditedAgentOf = async (
  agents: Agents,
  request: FastifyRequest & { params: { agentId: string } },
): Promise<Agent> => requireOwn(await agents.findEdited(request.params.agentId), request);

/** The same for an agent that is not in the path. */
export const findAgent = async (
  agents: Agents,
  request: FastifyRequest,
  agentId: string,
  { alsoDeleted = false }: { alsoDeleted?: boolean } = {},
): Promise<Agent> => {
  // Operators must see what another process saved a moment ago, or their own next change would conflict.
  const agent = await agents.findNewest(agentId);
  return requireOwn(agent, request, { alsoDeleted });
};

const requireOwn = (
  agent: Agent | undefined,
  request: FastifyRequest,
  { alsoDeleted = false }: { alsoDeleted?: boolean } = {},
): Agent => {
  if (!agent || (agent.deleted && !alsoDeleted) || agent.workspaceId !== workspaceOf(request).id)
    throw new AppError('notFound', 'There is no such agent in this workspace');
  return agent;
};
