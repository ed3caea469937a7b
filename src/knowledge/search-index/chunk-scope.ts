/** Absent means "not given". If both are absent, everything is searched. An empty list searches nothing. */
export interface ChunkScope {
  groupIds?: readonly string[];
  dataIds?: readonly string[];
}

export const isEverything = ({ groupIds, dataIds }: ChunkScope): boolean =>
  groupIds === undefined && dataIds === undefined;

/** Decided without reading any document. */
export const searchesNothing = (scope: ChunkScope): boolean =>
  !isEverything(scope) && (scope.groupIds?.length ?? 0) === 0 && (scope.dataIds?.length ?? 0) === 0;
