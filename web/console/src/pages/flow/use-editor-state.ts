import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { FlowGraph } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';
import type { Editor } from './editor-context.ts';
import { freeBranch } from './graph/branches.ts';
import {
  addNode,
  connect,
  disconnect,
  removeNodes,
  replaceNode,
  whyNotConnect,
} from './graph/change-graph.ts';
import { clipboard, pickNodes, renumber } from './graph/clipboard.ts';
import type { FlowEdge, FlowNode, NodeGraph, NodeType } from './graph/flow-types.ts';
import type { Position } from './graph/layout-graph.ts';
import { allNodes, changeAt, graphAt, type Level, placeKey } from './graph/levels.ts';
import { makeNode } from './graph/make-node.ts';
import { createNames } from './graph/names.ts';
import { freePlace, positionsAt } from './graph/place-nodes.ts';
import type { Problem } from './graph/problems.ts';
import type { RunState } from './graph/run-states.ts';
import type { Positions } from './graph/stored-drafts.ts';
import type { Drawing } from './use-flow-draft.ts';
import type { useHistory } from './use-history.ts';

interface EditorInput {
  history: ReturnType<typeof useHistory<Drawing>>;
  isReadOnly: boolean;
  problems: Problem[];
  runStates: Map<string, RunState>;
}

type Change = (drawing: Drawing) => Drawing;

const pasteOffset = 48;

/** The current level, the selection and the actions of the editor. */
export const useEditorState = ({
  history,
  isReadOnly,
  problems,
  runStates,
}: EditorInput): Omit<Editor, 'showSettings'> => {
  const { graph, positions } = history.value;
  const [openedLevel, setLevel] = useState<Level>(null);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  // An undo may have removed the loop.
  const level = graph.nodes.some(({ id }) => id === openedLevel) ? openedLevel : null;
  const shown = graphAt(graph, level);
  const places = positionsAt(graph, level, positions);
  const single = selectedIds.length === 1 ? shown.nodes.find(({ id }) => id === selectedIds[0]) : undefined;

  const apply = (change: Change, tag?: string): void => {
    if (!isReadOnly) history.change(change, tag);
  };
  const change = (next: (graph: FlowGraph) => FlowGraph, tag?: string): void =>
    apply((before) => ({ ...before, graph: next(before.graph) }), tag);
  const changeShown = (next: (graph: NodeGraph) => NodeGraph, tag?: string): void =>
    change((before) => changeAt(before, level, next), tag);

  const currentPositions = (): Positions =>
    Object.fromEntries([...places].map(([id, at]) => [placeKey(level, id), at]));

  /** Adds nodes and stores the positions of the existing ones, so that the new nodes do not move them. */
  const put = (next: (graph: NodeGraph) => NodeGraph, placed: [string, Position][]): void => {
    const own = Object.fromEntries(placed.map(([id, at]) => [placeKey(level, id), at]));
    apply((before) => ({
      graph: changeAt(before.graph, level, next),
      positions: { ...before.positions, ...currentPositions(), ...own },
    }));
    setSelectedIds(placed.map(([id]) => id));
  };

  const add: Editor['add'] = (type: NodeType, { edge, at } = {}) => {
    const node = makeNode(type, createNames(allNodes(graph)));
    const branch = single && freeBranch(shown, single);
    const from = edge ?? (at || !single || branch === undefined ? undefined : { from: single.id, branch });
    put(
      (before) => addNode(before, node, from && { ...from, to: node.id }),
      [[node.id, at ?? freePlace(places, from?.from)]],
    );
  };

  const insert = (picked: NodeGraph): void => {
    const isInLoop = level !== null;
    const nodes = picked.nodes.filter(({ type }) => !(isInLoop && type === 'loop'));
    const copies = renumber(
      pickNodes(
        { ...picked, nodes },
        nodes.map(({ id }) => id),
      ),
      allNodes(graph),
    );
    if (copies.nodes.length === 0) return;
    const near = (index: number): Position => {
      const origin = places.get(nodes[index]?.id ?? '') ?? freePlace(places, undefined);
      return { x: origin.x + pasteOffset, y: origin.y + pasteOffset };
    };
    put(
      (before) => ({ nodes: [...before.nodes, ...copies.nodes], edges: [...before.edges, ...copies.edges] }),
      copies.nodes.map(({ id }, index) => [id, near(index)]),
    );
  };

  const connectNodes = (edge: FlowEdge): void => {
    const reason = whyNotConnect(shown, edge);
    if (reason !== undefined) return void notifications.show({ color: 'orange', message: t(reason) });
    changeShown((before) => connect(before, edge));
  };

  const openLevel = (next: Level): void => {
    setLevel(next);
    setSelectedIds([]);
  };

  return {
    isReadOnly,
    graph,
    level,
    shown,
    places,
    selectedIds,
    selected: single,
    problems,
    runStates,
    change,
    changeShown,
    add,
    openLevel,
    connect: connectNodes,
    select: setSelectedIds,
    reveal: (next, nodeId) => {
      setLevel(next);
      setSelectedIds([nodeId]);
    },
    changeNode: (node: FlowNode, tag) => changeShown((before) => replaceNode(before, node), tag),
    move: (moved: Positions, tag) =>
      apply(
        (before) => ({ ...before, positions: { ...before.positions, ...currentPositions(), ...moved } }),
        tag,
      ),
    remove: (ids, edges = []) => {
      changeShown((before) => removeNodes(disconnect(before, edges), ids));
      setSelectedIds([]);
    },
    copy: () => clipboard.write(pickNodes(shown, selectedIds)),
    paste: () => {
      const picked = clipboard.read();
      if (picked) insert(picked);
    },
    duplicate: () => insert(pickNodes(shown, selectedIds)),
    arrange: () =>
      apply((before) => ({
        ...before,
        positions: Object.fromEntries(
          Object.entries(before.positions).filter(([key]) => !key.startsWith(placeKey(level, ''))),
        ),
      })),
    undo: history.undo,
    redo: history.redo,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  };
};
