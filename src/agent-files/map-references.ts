import type { AgentSettings } from '../agents/index.ts';
import type { FlowNode, NodeGraph } from '../flows/index.ts';

/** IDs in the file → IDs of the new agent. */
export interface NewIds {
  /** Names of tables by their ID in the file. */
  tableNames: ReadonlyMap<string, string>;
  tables: ReadonlyMap<string, string>;
  bases: ReadonlyMap<string, string>;
  documents: ReadonlyMap<string, string>;
}

/** null if nothing is left, which means no restriction; `onLost` is told about it. */
const mapList = (
  ids: readonly string[] | null,
  known: ReadonlyMap<string, string>,
  onLost: () => void,
): string[] | null => {
  if (ids === null) return null;
  const mapped = ids.flatMap((id) => known.get(id) ?? []);
  if (mapped.length < ids.length) onLost();
  return mapped.length === 0 && ids.length > 0 ? null : mapped;
};

const lost = (field: string, what: string): string =>
  `${field}: the file does not contain all ${what} that it names; check the restriction`;

/** The restrictions of the settings with the IDs of the new agent. */
export const mapSettings = (
  settings: AgentSettings,
  ids: NewIds,
  warnings: string[],
): Pick<AgentSettings, 'knowledge' | 'tables'> => {
  const { knowledge, tables } = settings;
  const map = (
    field: string,
    list: readonly string[] | null,
    known: ReadonlyMap<string, string>,
    what: string,
  ): string[] | null => mapList(list, known, () => void warnings.push(lost(`settings.${field}`, what)));
  return {
    knowledge: {
      ...knowledge,
      groupIds: map('knowledge.groupIds', knowledge.groupIds, ids.bases, 'knowledge bases'),
      dataIds: map('knowledge.dataIds', knowledge.dataIds, ids.documents, 'documents'),
    },
    tables: { ...tables, tableIds: map('tables.tableIds', tables.tableIds, ids.tables, 'tables') },
  };
};

const mapNode = (node: FlowNode, ids: NewIds, warnings: string[]): FlowNode => {
  if (node.type === 'loop') return { ...node, body: mapGraph(node.body, ids, warnings) };
  if (node.type === 'retrieval') {
    const onLost = (): void => void warnings.push(lost(`flow: ${node.name || node.id}`, 'knowledge'));
    return {
      ...node,
      groupIds: mapList(node.groupIds, ids.bases, onLost),
      dataIds: mapList(node.dataIds, ids.documents, onLost),
    };
  }
  // Tables are named or identified. Names stay valid.
  return 'table' in node ? { ...node, table: ids.tableNames.get(node.table) ?? node.table } : node;
};

/** The graph must be readable. */
export const mapGraph = <Graph extends NodeGraph>(graph: Graph, ids: NewIds, warnings: string[]): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => mapNode(node, ids, warnings)),
});
