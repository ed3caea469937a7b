import { at } from '../../api/address.ts';
import type { KnowledgeDocument, Routes } from '../../api/generated.ts';
import { queryClient } from '../../api/query-client.ts';
import { forget } from '../../api/use-change.ts';
import { useEvents } from '../../api/use-events.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

type Documents = Routes['/workspaces/{workspaceId}/agents/{agentId}/documents']['get']['answer'];

const isProcessing = ({ status }: KnowledgeDocument): boolean =>
  status === 'PENDING' || status === 'PROCESSING';

/** Updates loaded documents from the event stream. Reloads the lists when a document was added, removed or finished. */
export const useLiveDocuments = (): void => {
  const agent = useAgentScope();
  const path = at(agent.api, '/documents');
  useEvents(at(path, '/events'), ({ event, data }) => {
    if (event !== 'documents') return;
    const { documents, removedIds } = data;
    const changed = new Map(documents.map((document) => [document.id, document]));
    const known = new Set<string>();
    queryClient.setQueriesData<Documents>({ queryKey: [path] }, (list) => {
      if (!list) return list;
      for (const { id } of list.items) known.add(id);
      return { ...list, items: list.items.map((document) => changed.get(document.id) ?? document) };
    });
    for (const document of documents)
      queryClient.setQueriesData(
        { queryKey: [at(path, '/{documentId}', { documentId: document.id })] },
        (before) => before && document,
      );
    const isListChanged = removedIds.length > 0 || documents.some(({ id }) => !known.has(id));
    const finished = documents.filter((document) => !isProcessing(document));
    if (isListChanged || finished.length > 0) void forget(path, at(agent.api, '/knowledge-bases'));
  });
};
