import { isEmptyFilter, type ScopeFilter } from './scope-filter.ts';

/** Absent means "not given". If both lists are absent, everything is searched. An empty list searches nothing. */
export interface ChunkScope {
  groupIds?: readonly string[];
  dataIds?: readonly string[];
  /** Narrows what the lists select. */
  filter?: ScopeFilter;
}

const hasNoList = ({ groupIds, dataIds }: ChunkScope): boolean =>
  groupIds === undefined && dataIds === undefined;

export const isEverything = (scope: ChunkScope): boolean =>
  hasNoList(scope) && (scope.filter === undefined || isEmptyFilter(scope.filter));

/** Decided without reading any document. */
export const searchesNothing = (scope: ChunkScope): boolean =>
  !hasNoList(scope) && (scope.groupIds?.length ?? 0) === 0 && (scope.dataIds?.length ?? 0) === 0;
