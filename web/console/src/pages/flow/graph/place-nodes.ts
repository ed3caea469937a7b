import type { FlowGraph } from '../../../api/types/flow.ts';
import type { Positions } from './kept-drafts.ts';
import { layoutGraph, nodeWidth, type Position } from './layout-graph.ts';
import { graphAt, type Level, placeKey } from './levels.ts';

const isPosition = (value: Position | undefined): value is Position =>
  typeof value?.x === 'number' && typeof value.y === 'number';

/** Where everything of a level stands: as somebody put it, or where no one did, as the layout says. */
export const positionsAt = (graph: FlowGraph, level: Level, positions: Positions): Map<string, Position> => {
  const inner = graphAt(graph, level);
  const laidOut = inner.nodes.every(({ id }) => isPosition(positions[placeKey(level, id)]))
    ? undefined
    : layoutGraph(inner);
  return new Map(
    inner.nodes.map(({ id }) => {
      const own = positions[placeKey(level, id)];
      return [id, isPosition(own) ? own : (laidOut?.get(id) ?? { x: 0, y: 0 })];
    }),
  );
};

const step = { x: nodeWidth + 84, y: 112 };

/** Right of the component it follows, below whatever stands there already. */
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
