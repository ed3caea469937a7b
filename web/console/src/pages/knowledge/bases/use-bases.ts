import { at } from '../../../api/address.ts';
import type { CountedKnowledgeBase } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** The knowledge bases of the agent, the default one first. */
export const useBases = (): CountedKnowledgeBase[] => {
  const agent = useAgentScope();
  const { data } = useResource(at(agent.api, '/knowledge-bases'), {
    query: { pageSize: 100 },
  });
  return [...(data?.items ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
};
