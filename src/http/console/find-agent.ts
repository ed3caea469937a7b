import type { FastifyRequest } from 'fastify';
import type { Agent, Agents } from '../../agents/index.ts';
import { AppError } from '../../lib/errors.ts';
import { workspaceOf } from './operator-guard.ts';

/**
 * The agent named in the path. Deleted, or of another workspace, it is just unknown; but what a deleted agent
 * leaves behind is still looked at, exported and erased.
 */
export const findAgentOf = async (
  agents: Agents,
  request: FastifyRequest & { params: { agentId: string } },
  { alsoDeleted = false } = {},
): Promise<Agent> => {
  const { agentId } = request.params;
  // Operators must see what another process saved a moment ago, or their own next change would conflict.
  agents.forget(agentId);
  const agent = await agents.find(agentId);
  if (!agent || (agent.deleted && !alsoDeleted) || agent.workspaceId !== workspaceOf(request).id)
    throw new AppError('notFound', 'There is no such agent in this workspace');
  return agent;
};
