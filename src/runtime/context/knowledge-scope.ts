import type { KnowledgeScope } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';

/** The documents that a round may search: those of the request, otherwise those of the agent. */
export const scopeOf = ({ round, agent }: Pick<AgentRun, 'round' | 'agent'>): KnowledgeScope => {
  if (round.request.knowledge) return round.request.knowledge;
  const { groupIds, dataIds } = agent.settings.knowledge;
  return { ...(groupIds ? { groupIds } : {}), ...(dataIds ? { dataIds } : {}) };
};
