import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { AnswerOf, PathOf, QueryOf } from './calls.ts';

interface ResourceOptions<Query> {
  query?: Query;
  /** Ask again this often while the page is in sight. */
  refreshMs?: number;
  enabled?: boolean;
  staleMs?: number;
}

/** The key of everything read: its path, then its query. use-change.ts forgets by the path's beginning. */
export const resourceKey = (path: string, query?: object) => [path, query ?? {}] as const;

/** What the management API says at `path`; a page turned keeps showing the last one until the next is there. */
export const useResource = <Path extends PathOf<'get'>>(
  path: Path,
  { query, refreshMs, enabled = true, staleMs }: ResourceOptions<QueryOf<Path, 'get'>> = {},
): UseQueryResult<AnswerOf<Path, 'get'>, ApiError> =>
  useQuery<AnswerOf<Path, 'get'>, ApiError>({
    queryKey: resourceKey(path, query),
    queryFn: ({ signal }) => api.get(path, { query, signal }),
    enabled,
    refetchInterval: refreshMs ?? false,
    // Only within one path: another agent's settings must never be shown in this one's place.
    placeholderData: (last, lastQuery) =>
      lastQuery?.queryKey[0] === path ? keepPreviousData(last) : undefined,
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  });
