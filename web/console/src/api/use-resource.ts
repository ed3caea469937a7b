import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { AnswerOf, PathOf, QueryOf } from './calls.ts';

interface ResourceOptions<Query> {
  query?: Query;
  /** Refresh interval while the page is visible. */
  refreshMs?: number;
  enabled?: boolean;
  staleMs?: number;
}

/** Query key: the path, then the query. use-change.ts invalidates keys by the beginning of the path. */
export const resourceKey = (path: string, query?: object) => [path, query ?? {}] as const;

/** Reads `path` from the management API. The previous page of a list stays visible until the next one is loaded. */
export const useResource = <Path extends PathOf<'get'>>(
  path: Path,
  { query, refreshMs, enabled = true, staleMs }: ResourceOptions<QueryOf<Path, 'get'>> = {},
): UseQueryResult<AnswerOf<Path, 'get'>, ApiError> =>
  useQuery<AnswerOf<Path, 'get'>, ApiError>({
    queryKey: resourceKey(path, query),
    queryFn: ({ signal }) => api.get(path, { query, signal }),
    enabled,
    refetchInterval: refreshMs ?? false,
    // Only for the same path: the settings of one agent must never be shown for another.
    placeholderData: (last, lastQuery) =>
      lastQuery?.queryKey[0] === path ? keepPreviousData(last) : undefined,
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  });
