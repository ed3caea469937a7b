import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { forget } from '../../../api/use-change.ts';
import { resourceKey, useResource } from '../../../api/use-resource.ts';
import { useInboxChanges } from '../../../session/inbox-news.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

const pageSize = 50;
/** Replies of the agent, and changes that the stream has missed. */
const refreshMs = 10_000;

/** The newest messages of a conversation, oldest first. Earlier pages are added by `showEarlier`. */
export const useTranscript = (conversationId: string) => {
  const agent = useAgentScope();
  const [earlier, setEarlier] = useState(0);
  const path = at(agent.api, '/conversations/{conversationId}/messages', { conversationId });
  const first = useResource(path, { query: { page: 1, pageSize }, refreshMs });
  const lastPage = Math.max(1, Math.ceil((first.data?.total ?? 0) / pageSize));
  const firstShown = Math.max(1, lastPage - earlier);
  const numbers = Array.from({ length: lastPage - firstShown + 1 }, (_, index) => firstShown + index);
  const pages = useQueries({
    queries: numbers.map((page) => ({
      queryKey: resourceKey(path, { page, pageSize }),
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get(path, { query: { page, pageSize }, signal }),
      enabled: first.data !== undefined,
    })),
  });
  useInboxChanges(agent.workspace.id, ({ sessions, isComplete }) => {
    if (!isComplete || sessions.some((changed) => changed.conversationId === conversationId))
      void forget(path);
  });
  return {
    messages: pages.every(({ data }) => data) ? pages.flatMap(({ data }) => data?.items ?? []) : undefined,
    error: first.error ?? pages.find(({ error }) => error)?.error ?? null,
    retry: () => void forget(path),
    showEarlier: firstShown > 1 ? () => setEarlier(earlier + 1) : undefined,
  };
};
