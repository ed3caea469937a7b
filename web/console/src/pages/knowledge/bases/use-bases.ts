import type { KnowledgeBase } from '../../../api/types/knowledge.ts';
import type { Paged } from '../../../api/types/paged.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** The agent's knowledge bases, the default one first. */
export const useBases = (): KnowledgeBase[] => {
  const agent = useAgentScope();
  const { data } = useResource<Paged<KnowledgeBase>>(`${agent.api}/knowledge-bases`, {
    query: { pageSize: 100 },
  });
  return [...(data?.items ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
};
