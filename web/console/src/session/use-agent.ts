import { at } from '../api/address.ts';
import type { AgentSummary } from '../api/generated.ts';
import { useResource } from '../api/use-resource.ts';
import { useAgentScope, type WorkspaceScope } from './use-workspace.ts';

/** The agent of the address, with its settings. */
export const useAgent = () => useResource(useAgentScope().api);

/** A workspace's agents, for lists to choose from: all of them, but for a thousand and more. */
export const useAgents = (workspace: WorkspaceScope) =>
  useResource(at(workspace.api, '/agents'), { query: { pageSize: 1000 } });

/** The agent that is wanted, or else the first; undefined while it is not known, and where there is none. */
export const useAgentAtHand = (
  workspace: WorkspaceScope,
  wantedId: string | undefined,
): AgentSummary | undefined => {
  const { data } = useAgents(workspace);
  const listed = data?.items.find(({ id }) => id === wantedId);
  // Beyond the end of the list it has to be asked for; another in its place would lead to that one's pages.
  const isBeyond = data !== undefined && !listed && wantedId !== undefined && data.total > data.items.length;
  const beyond = useResource(at(workspace.api, '/agents/{agentId}', { agentId: wantedId ?? '' }), {
    enabled: isBeyond,
  });
  if (isBeyond && !beyond.error) return beyond.data;
  return listed ?? data?.items[0];
};
