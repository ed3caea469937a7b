import { at } from '../api/address.ts';
import type { CountedKnowledgeBase } from '../api/generated.ts';
import { useResource } from '../api/use-resource.ts';
import { t } from '../messages/translate.ts';
import { useAgentScope } from './use-workspace.ts';

/** The knowledge bases of the agent, the default one first with its name in the language of the console. */
export const useKnowledgeBases = (): CountedKnowledgeBase[] => {
  const agent = useAgentScope();
  const { data } = useResource(at(agent.api, '/knowledge-bases'), {
    query: { pageSize: 100 },
  });
  return (data?.items ?? [])
    .map((base) => (base.isDefault ? { ...base, name: t('knowledge.bases.default') } : base))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
};
