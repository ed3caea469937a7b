import { type Edge, MarkerType, type NodeChange, type XYPosition } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { useEditor } from '../editor-context.ts';
import { branchLabel, failureBranch } from '../graph/branches.ts';
import type { FlowEdge } from '../graph/flow-types.ts';
import { kinds } from '../graph/kinds/kinds.ts';
import { placeKey } from '../graph/levels.ts';
import { countProblems } from '../graph/problems.ts';
import type { RunState } from '../graph/run-states.ts';
import type { Positions } from '../graph/stored-drafts.ts';
import type { ComponentCanvasNode } from './component-node.tsx';

interface Size {
  width?: number;
  height?: number;
}

export type BranchCanvasEdge = Edge<{ edge: FlowEdge }>;

const takenColour = '#12b886';
const arrow = { type: MarkerType.ArrowClosed, width: 22, height: 22, markerUnits: 'userSpaceOnUse' };
const takenArrow = { ...arrow, color: takenColour };

const edgeId = ({ from, to, branch }: FlowEdge): string => JSON.stringify([from, branch, to]);

const stateLabels = {
  running: 'flow.state.running',
  done: 'flow.state.done',
  failed: 'flow.state.failed',
} as const;

/** What a screen reader says. */
const describe = (name: string, kind: string, problems: number, run: RunState | undefined): string =>
  [
    `${name}, ${kind}`,
    problems > 0 && t('flow.problems.count', { count: problems }),
    run && t(stateLabels[run.state]),
  ]
    .filter(Boolean)
    .join(', ');

/** The nodes and edges of the current level for React Flow, and the state only it needs: sizes, drags, selected edges. */
export const useCanvasItems = () => {
  const editor = useEditor();
  const { graph, level, shown, places, selectedIds, problems, runStates, isReadOnly } = editor;
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const [dragged, setDragged] = useState<Record<string, XYPosition>>({});
  const [selectedEdges, setSelectedEdges] = useState<readonly string[]>([]);
  const counts = useMemo(() => countProblems(problems), [problems]);

  const nodes = shown.nodes.map((node): ComponentCanvasNode => {
    const key = placeKey(level, node.id);
    const run = runStates.get(key);
    const count = counts.get(key) ?? 0;
    return {
      id: node.id,
      type: 'component',
      measured: sizes[key],
      position: dragged[node.id] ?? places.get(node.id) ?? { x: 0, y: 0 },
      selected: selectedIds.includes(node.id),
      deletable: !isReadOnly && node.type !== 'start',
      ariaLabel: describe(node.name, t(kinds[node.type].label), count, run),
      domAttributes: { 'aria-roledescription': t('flow.canvas.component') },
      data: {
        node,
        run,
        problems: count,
        hasFailure:
          (node.type !== 'start' && selectedIds.length === 1 && selectedIds[0] === node.id) ||
          shown.edges.some(({ from, branch }) => from === node.id && branch === failureBranch),
      },
    };
  });

  const nodeOf = (id: string) => shown.nodes.find((node) => node.id === id);
  const edges = shown.edges.map((edge): BranchCanvasEdge => {
    const id = edgeId(edge);
    const [source, target] = [
      runStates.get(placeKey(level, edge.from)),
      runStates.get(placeKey(level, edge.to)),
    ];
    const isTaken = source?.left === edge.branch && target !== undefined;
    return {
      id,
      source: edge.from,
      sourceHandle: edge.branch,
      target: edge.to,
      targetHandle: 'in',
      selected: selectedEdges.includes(id),
      deletable: !isReadOnly,
      markerEnd: isTaken ? takenArrow : arrow,
      ariaLabel: t('flow.canvas.connectionLabel', {
        from: nodeOf(edge.from)?.name ?? edge.from,
        to: nodeOf(edge.to)?.name ?? edge.to,
        branch: branchLabel(edge.branch, nodeOf(edge.from)?.type),
      }),
      domAttributes: { 'aria-roledescription': t('flow.canvas.connection') },
      style: isTaken ? { stroke: takenColour, strokeWidth: 2.6 } : undefined,
      data: { edge },
    };
  });

  const onNodesChange = useCallback(
    (changes: NodeChange<ComponentCanvasNode>[]): void => {
      const measured: Record<string, Size> = {};
      const moving: Record<string, XYPosition> = {};
      const moved: Positions = {};
      let selection: readonly string[] = selectedIds;
      for (const change of changes) {
        if (change.type === 'dimensions' && change.dimensions)
          measured[placeKey(level, change.id)] = change.dimensions;
        else if (change.type === 'position' && change.position) {
          if (change.dragging) moving[change.id] = change.position;
          else moved[placeKey(level, change.id)] = change.position;
        } else if (change.type === 'select')
          selection = change.selected
            ? [...selection, change.id]
            : selection.filter((id) => id !== change.id);
      }
      if (Object.keys(measured).length > 0) setSizes((before) => ({ ...before, ...measured }));
      if (Object.keys(moving).length > 0) setDragged((before) => ({ ...before, ...moving }));
      if (Object.keys(moved).length > 0) {
        setDragged({});
        editor.move(moved, `move ${Object.keys(moved).join(' ')}`);
      }
      if (selection !== selectedIds) editor.select([...new Set(selection)]);
    },
    [editor, level, selectedIds],
  );

  return { graph, nodes, edges, onNodesChange, setSelectedEdges };
};
