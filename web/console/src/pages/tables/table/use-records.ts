import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { AgentTable, Routes } from '../../../api/generated.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import type { RecordQuery } from './use-record-query.ts';

export type FoundRecords =
  Routes['/workspaces/{workspaceId}/agents/{agentId}/tables/{tableId}/records/search']['post']['answer'];

export const recordsPerPage = 50;

/** A page of records. The search is a POST request, because filter values can have any type. */
export const useRecords = (table: AgentTable, { keyword, filter, sort, page }: RecordQuery) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}/records', { tableId: table.id });
  const body = {
    page,
    pageSize: recordsPerPage,
    ...(keyword === '' ? {} : { keyword }),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
  };
  return useQuery<FoundRecords, ApiError>({
    queryKey: [path, body],
    queryFn: ({ signal }) => api.post(at(path, '/search'), body, { signal }),
    placeholderData: keepPreviousData,
  });
};
