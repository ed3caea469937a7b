import type { FlowGraph } from '../../../api/generated.ts';
import { columnGap, layoutGraph, nodeWidth, type Position } from './layout-graph.ts';
import { graphAt, type Level, placeKey } from './levels.ts';
import type { Positions } from './stored-drafts.ts';

const isPosition = (value: Position | undefined): value is Position =>
  typeof value?.x === 'number' && typeof value.y === 'number';

/**
 * The positions of a level: all as the operator arranged them, or all from the layout. A mixture could overlap, so
 * moving one component stores the positions of all components of its level.
 */
export const positionsAt = (graph: FlowGraph, level: Level, positions: Positions): Map<string, Position> => {
  const inner = graphAt(graph, level);
  const own = new Map<string, Position>();
  for (const { id } of inner.nodes) {
    const position = positions[placeKey(level, id)];
    if (!isPosition(position)) return layoutGraph(inner);
    own.set(id, position);
  }
  return own;
};

const step = { x: nodeWidth + columnGap, y: 112 };

/** To the right of the previous component, below components that are already there. */
export const freePlace = (taken: Map<string, Position>, afterId: string | undefined): Position => {
  const after = afterId === undefined ? undefined : taken.get(afterId);
  const all = [...taken.values()];
  const start = after ?? { x: Math.max(-step.x, ...all.map(({ x }) => x)), y: 0 };
  const place = { x: start.x + step.x, y: start.y };
  const isTaken = (): boolean =>
    all.some(({ x, y }) => Math.abs(x - place.x) < nodeWidth && Math.abs(y - place.y) < step.y - 10);
  while (isTaken()) place.y += step.y;
  return place;
};
