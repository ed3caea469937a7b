import { at } from '../../api/address.ts';
import type { KnowledgeDocument, Routes } from '../../api/generated.ts';
import { queryClient } from '../../api/query-client.ts';
import { forget } from '../../api/use-change.ts';
import { useEvents } from '../../api/use-events.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

type Documents = Routes['/workspaces/{workspaceId}/agents/{agentId}/documents']['get']['answer'];

const isAtWork = ({ status }: KnowledgeDocument): boolean => status === 'PENDING' || status === 'PROCESSING';

/** Puts what happens to documents where they were read; lists are read again when one comes, goes or ends. */
export const useLiveDocuments = (): void => {
  const agent = useAgentScope();
  const path = at(agent.api, '/documents');
  useEvents(at(path, '/events'), ({ event, data }) => {
    if (event !== 'documents') return;
    const { documents, removedIds } = data;
    const news = new Map(documents.map((document) => [document.id, document]));
    const known = new Set<string>();
    queryClient.setQueriesData<Documents>({ queryKey: [path] }, (list) => {
      if (!list) return list;
      for (const { id } of list.items) known.add(id);
      return { ...list, items: list.items.map((document) => news.get(document.id) ?? document) };
    });
    for (const document of documents)
      queryClient.setQueriesData(
        { queryKey: [at(path, '/{documentId}', { documentId: document.id })] },
        (before) => before && document,
      );
    const isListChanged = removedIds.length > 0 || documents.some(({ id }) => !known.has(id));
    const ended = documents.filter((document) => !isAtWork(document));
    if (isListChanged || ended.length > 0) void forget(path, at(agent.api, '/knowledge-bases'));
  });
};
