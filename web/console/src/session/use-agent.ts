import type { Agent, AgentSummary } from '../api/types/agent.ts';
import type { Paged } from '../api/types/paged.ts';
import { useResource } from '../api/use-resource.ts';
import { useAgentScope, type WorkspaceScope } from './use-workspace.ts';

/** The agent of the address, with its settings. */
export const useAgent = () => useResource<Agent>(useAgentScope().api);

/** A workspace's agents, for lists to choose from. */
export const useAgents = (workspace: WorkspaceScope) =>
  useResource<Paged<AgentSummary>>(`${workspace.api}/agents`, { query: { pageSize: 100 } });
