import { at } from '../api/address.ts';
import type { AgentSummary } from '../api/generated.ts';
import { useResource } from '../api/use-resource.ts';
import { useAgentScope, type WorkspaceScope } from './use-workspace.ts';

/** The agent in the address, with its settings. */
export const useAgent = () => useResource(useAgentScope().api);

/** The agents of a workspace for selection lists, at most 1000. */
export const useAgents = (workspace: WorkspaceScope) =>
  useResource(at(workspace.api, '/agents'), { query: { pageSize: 1000 } });

/** The wanted agent, or else the first one; undefined while loading and if there is none. */
export const useAgentOrFirst = (
  workspace: WorkspaceScope,
  wantedId: string | undefined,
): AgentSummary | undefined => {
  const { data } = useAgents(workspace);
  const listed = data?.items.find(({ id }) => id === wantedId);
  // An agent that the list does not contain is read by its id. The first agent would lead to the wrong pages.
  const isBeyond = data !== undefined && !listed && wantedId !== undefined && data.total > data.items.length;
  const beyond = useResource(at(workspace.api, '/agents/{agentId}', { agentId: wantedId ?? '' }), {
    enabled: isBeyond,
  });
  if (isBeyond && !beyond.error) return beyond.data;
  return listed ?? data?.items[0];
};
