import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { Query } from './path.ts';

interface ResourceOptions {
  query?: Query;
  /** Ask again this often while the page is in sight. */
  refreshMs?: number;
  enabled?: boolean;
  staleMs?: number;
}

/** The key of everything read: its path, then its query. use-change.ts forgets by the path's beginning. */
export const resourceKey = (path: string, query?: Query) => [path, query ?? {}] as const;

/** What the management API says at `path`; a page turned keeps showing the last one until the next is there. */
export const useResource = <Result>(
  path: string,
  { query, refreshMs, enabled = true, staleMs }: ResourceOptions = {},
): UseQueryResult<Result, ApiError> =>
  useQuery<Result, ApiError, Result>({
    queryKey: resourceKey(path, query),
    queryFn: ({ signal }) => api.get<Result>(path, { query, signal }),
    enabled,
    refetchInterval: refreshMs ?? false,
    // Only within one path: another agent's settings must never be shown in this one's place.
    placeholderData: (last, lastQuery) =>
      lastQuery?.queryKey[0] === path ? keepPreviousData(last) : undefined,
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  });
