import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import type { ApiError } from '../../../api/api-error.ts';
import type { Paged } from '../../../api/types/paged.ts';
import type { AgentTable, TableRecord } from '../../../api/types/table.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import type { RecordQuery } from './use-record-query.ts';

export const recordsPerPage = 50;

/** A page of records. The search is a POST, because a filter holds values of every type. */
export const useRecords = (table: AgentTable, { keyword, filter, sort, page }: RecordQuery) => {
  const agent = useAgentScope();
  const path = `${agent.api}/tables/${table.id}/records`;
  const body = {
    page,
    pageSize: recordsPerPage,
    ...(keyword === '' ? {} : { keyword }),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
  };
  return useQuery<Paged<TableRecord>, ApiError>({
    queryKey: [path, body],
    queryFn: ({ signal }) => api.post<Paged<TableRecord>>(`${path}/search`, body, { signal }),
    placeholderData: keepPreviousData,
  });
};
