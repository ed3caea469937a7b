import type { AgentSettings } from '../../../../agents/index.ts';
import type { Knowledge } from '../../../../knowledge/index.ts';
import type { Tables } from '../../../../tables/index.ts';

/** An agent with more tables would be rare. Those that are not read count as missing. */
const mostTables = 1000;

/** Tables, knowledge bases and documents that the settings name and the agent does not have any more, by field. */
export const findMissingReferences = async (
  { tables, knowledge }: { tables: Tables; knowledge: Knowledge },
  agentId: string,
  settings: AgentSettings,
): Promise<string[]> => {
  const { groupIds, dataIds } = settings.knowledge;
  const { tableIds } = settings.tables;
  const searched = settings.channels.search.groupIds ?? [];
  const missing = await knowledge.missing(agentId, { groupIds: groupIds ?? [], dataIds: dataIds ?? [] });
  const missingSearched = await knowledge.missing(agentId, { groupIds: searched, dataIds: [] });
  const owned = tableIds ? (await tables.list(agentId, { offset: 0, limit: mostTables })).tables : [];
  const missingTables = (tableIds ?? []).filter((id) => !owned.some((table) => table.id === id));
  return [
    ...missing.groupIds.map((id) => `settings.knowledge.groupIds: the agent has no knowledge base ${id}`),
    ...missing.dataIds.map((id) => `settings.knowledge.dataIds: the agent has no document ${id}`),
    ...missingSearched.groupIds.map(
      (id) => `settings.channels.search.groupIds: the agent has no knowledge base ${id}`,
    ),
    ...missingTables.map((id) => `settings.tables.tableIds: the agent has no table ${id}`),
  ];
};
