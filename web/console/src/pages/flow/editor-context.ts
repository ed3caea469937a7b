import { createContext, useContext } from 'react';
import type { FlowGraph } from '../../api/generated.ts';
import type { FlowEdge, FlowNode, NodeGraph, NodeType } from './graph/flow-types.ts';
import type { Positions } from './graph/kept-drafts.ts';
import type { Position } from './graph/layout-graph.ts';
import type { Level } from './graph/levels.ts';
import type { Problem } from './graph/problems.ts';
import type { RunState } from './graph/run-states.ts';

/** Everything the parts of the editor share. */
export interface Editor {
  isReadOnly: boolean;
  graph: FlowGraph;
  level: Level;
  /** The nodes and edges of the level that is shown. */
  shown: NodeGraph;
  places: Map<string, Position>;
  selectedIds: readonly string[];
  /** The one component that is selected. */
  selected: FlowNode | undefined;
  problems: Problem[];
  runStates: Map<string, RunState>;
  openLevel(level: Level): void;
  select(ids: readonly string[]): void;
  /** Shows a component, on whatever level it is, and selects it. */
  reveal(level: Level, nodeId: string): void;
  /** Changes with the same tag, one after the other, are one step back. */
  change(change: (graph: FlowGraph) => FlowGraph, tag?: string): void;
  changeShown(change: (graph: NodeGraph) => NodeGraph, tag?: string): void;
  changeNode(node: FlowNode, tag?: string): void;
  move(positions: Positions, tag?: string): void;
  /** Behind the selected component, or by the branch that is named; at the place that is named. */
  add(type: NodeType, options?: { edge?: Pick<FlowEdge, 'from' | 'branch'>; at?: Position }): void;
  connect(edge: FlowEdge): void;
  remove(ids: readonly string[], edges?: readonly FlowEdge[]): void;
  copy(): void;
  paste(): void;
  duplicate(): void;
  arrange(): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

export const EditorContext = createContext<Editor | undefined>(undefined);

export const useEditor = (): Editor => {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('There is no flow editor here');
  return editor;
};
