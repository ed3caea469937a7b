import { branchesOf } from './branches.ts';
import type { FlowNode, NodeGraph } from './flow-types.ts';

export interface Position {
  x: number;
  y: number;
}

export const nodeWidth = 220;
export const columnGap = 40;
const rowGap = 28;
const headHeight = 78;
const branchHeight = 26;

/** The height on the canvas. It is calculated, because the layout is needed before the canvas is drawn. */
export const nodeHeight = (node: FlowNode, { edges }: NodeGraph): number => {
  const branches = branchesOf(node).length;
  const hasFailure = edges.some(({ from, branch }) => from === node.id && branch === 'failure');
  return headHeight + ((branches > 1 ? branches : 0) + (hasFailure ? 1 : 0)) * branchHeight;
};

/** Each node is one column to the right of its last predecessor. The number of passes is limited because of cycles. */
const columnsOf = ({ nodes, edges }: NodeGraph): Map<string, number> => {
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  for (let pass = 0; pass < nodes.length; pass++) {
    let isSettled = true;
    for (const { from, to } of edges) {
      const [source, target] = [columns.get(from), columns.get(to)];
      if (source === undefined || target === undefined || target > source || source + 1 >= nodes.length)
        continue;
      columns.set(to, source + 1);
      isSettled = false;
    }
    if (isSettled) break;
  }
  return columns;
};

/** The position of a branch among the branches of its node, from the top. */
const exitOf = (node: FlowNode, branch: string): number => {
  const names = branchesOf(node);
  const index = names.indexOf(branch);
  return index === -1 ? names.length : index;
};

const average = (values: number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * From left to right, with a column for each step. In a column, nodes have the height of their predecessors, in the
 * order of the branches, and are moved down where they would overlap.
 */
export const layoutGraph = (graph: NodeGraph): Map<string, Position> => {
  const columns = columnsOf(graph);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const centres = new Map<string, number>();
  const positions = new Map<string, Position>();
  const preferredCentre = (id: string): number | undefined =>
    average(
      graph.edges.flatMap(({ from, to, branch }) => {
        const [source, centre] = [byId.get(from), centres.get(from)];
        if (to !== id || !source || centre === undefined) return [];
        const exits = branchesOf(source).length;
        return [centre + (exitOf(source, branch) - (exits - 1) / 2) * (headHeight + rowGap)];
      }),
    );
  const last = Math.max(0, ...columns.values());
  for (let column = 0; column <= last; column++) {
    const members = graph.nodes
      .filter(({ id }) => columns.get(id) === column)
      .map((node, index) => ({
        id: node.id,
        height: nodeHeight(node, graph),
        centre: preferredCentre(node.id) ?? index * (headHeight + rowGap),
      }))
      .sort((one, other) => one.centre - other.centre);
    for (const { id, y, height } of spread(members)) {
      positions.set(id, { x: column * (nodeWidth + columnGap), y: Math.round(y) });
      centres.set(id, y + height / 2);
    }
  }
  return positions;
};

interface Member {
  id: string;
  height: number;
  /** The preferred position. */
  centre: number;
}

/** Places members below each other without overlap, then moves all of them as near to their preferred positions as possible. */
const spread = (members: Member[]): (Member & { y: number })[] => {
  let top = Number.NEGATIVE_INFINITY;
  const placed = members.map((member) => {
    const y = Math.max(top, member.centre - member.height / 2);
    top = y + member.height + rowGap;
    return { ...member, y };
  });
  const shift = average(placed.map(({ y, height, centre }) => centre - (y + height / 2))) ?? 0;
  return placed.map((member) => ({ ...member, y: member.y + shift }));
};
