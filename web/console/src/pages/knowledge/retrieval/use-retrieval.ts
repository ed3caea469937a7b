import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { RetrievalResult } from '../../../api/generated.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import type { RetrievalOptions } from './retrieval-options.ts';

interface Asked {
  query: string;
  options: RetrievalOptions;
  /** Empty for the knowledge bases in the settings of the agent. */
  knowledgeBaseIds: string[];
}

/** The chunks that a question finds with these settings. */
export const useRetrieval = ({ query, options, knowledgeBaseIds }: Asked) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/retrieval-test');
  const body = { query, ...options, ...(knowledgeBaseIds.length > 0 ? { knowledgeBaseIds } : {}) };
  return useQuery<RetrievalResult, ApiError>({
    queryKey: [path, body],
    queryFn: ({ signal }) => api.post(path, body, { signal }),
    enabled: query.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
};
