import type { Agent } from '../agents/index.ts';
import type { ChunkScope } from '../knowledge/index.ts';

/**
 * Which documents visitors see as results: never more than the agent may cite in a chat. The components of a flow
 * choose their own knowledge, so its operators must choose the knowledge bases of the results.
 */
export const searchScope = ({ kind, settings }: Pick<Agent, 'kind' | 'settings'>): ChunkScope => {
  const { groupIds, dataIds, filter } = settings.knowledge;
  const chosen = settings.channels.search.groupIds;
  const narrowed = { filter: filter ?? undefined };
  if (chosen === null)
    return kind === 'flow'
      ? { ...narrowed, groupIds: [] }
      : { ...narrowed, groupIds: groupIds ?? undefined, dataIds: dataIds ?? undefined };
  const mayCiteAll = kind === 'flow' || (groupIds === null && dataIds === null);
  return { ...narrowed, groupIds: mayCiteAll ? chosen : chosen.filter((id) => groupIds?.includes(id)) };
};
