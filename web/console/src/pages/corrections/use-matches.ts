import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { CorrectionMatches } from '../../api/generated.ts';
import type { AgentScope } from '../../session/use-workspace.ts';

const delayMs = 350;
const longestQuestion = 1000;

/** The corrections that are similar to a question, while it is typed. */
export const useMatches = (agent: AgentScope, question: string) => {
  const [wanted] = useDebouncedValue(question.trim(), delayMs);
  const path = at(agent.api, '/corrections/match');
  const isAsked = wanted !== '' && wanted.length <= longestQuestion;
  const matches = useQuery<CorrectionMatches, ApiError>({
    queryKey: [path, { question: wanted }],
    queryFn: ({ signal }) => api.post(path, { question: wanted }, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return { ...matches, data: isAsked ? matches.data : undefined };
};
