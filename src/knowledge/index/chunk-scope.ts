/** Absent means "not given": both not given search everything, an empty list searches nothing. */
export interface ChunkScope {
  groupIds?: readonly string[];
  dataIds?: readonly string[];
}

export const isEverything = ({ groupIds, dataIds }: ChunkScope): boolean =>
  groupIds === undefined && dataIds === undefined;

/** By a document's place: 1 where it is to be searched. Both lists given search their union. */
export const scopeFilter = (
  documents: Iterable<{ id: string; groupId: string; place: number }>,
  scope: ChunkScope,
  lastPlace: number,
): Uint8Array => {
  const filter = new Uint8Array(lastPlace + 1);
  const { groupIds, dataIds } = scope;
  const everything = isEverything(scope);
  const groups = new Set(groupIds);
  const ids = new Set(dataIds);
  for (const { id, groupId, place } of documents)
    if (everything || groups.has(groupId) || ids.has(id)) filter[place] = 1;
  return filter;
};

/** Known without looking at any document. */
export const searchesNothing = (scope: ChunkScope): boolean =>
  !isEverything(scope) && (scope.groupIds?.length ?? 0) === 0 && (scope.dataIds?.length ?? 0) === 0;
