import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import type { ReportQuery } from './use-report-query.ts';

/** What the report does not contain: the use of documents and of tools. */
export const useDetails = (query: ReportQuery) => {
  const workspace = useWorkspace();
  return {
    documents: useResource(at(workspace.api, '/analytics/documents'), { query }),
    tools: useResource(at(workspace.api, '/analytics/tools'), { query }),
  };
};

export type Details = ReturnType<typeof useDetails>;
