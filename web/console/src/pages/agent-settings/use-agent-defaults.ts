import { at } from '../../api/address.ts';
import type { AgentDefaults } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

const staleMs = 5 * 60_000;

/** What applies where the agent leaves a limit empty. Undefined while it loads. */
export const useAgentDefaults = (): AgentDefaults | undefined => {
  const { workspace } = useAgentScope();
  return useResource(at(workspace.api, '/agent-defaults'), { staleMs }).data;
};
