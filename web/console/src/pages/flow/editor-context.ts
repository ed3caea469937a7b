import { createContext, useContext } from 'react';
import type { FlowGraph } from '../../api/generated.ts';
import type { FlowEdge, FlowNode, NodeGraph, NodeType } from './graph/flow-types.ts';
import type { Position } from './graph/layout-graph.ts';
import type { Level } from './graph/levels.ts';
import type { Problem } from './graph/problems.ts';
import type { RunState } from './graph/run-states.ts';
import type { Positions } from './graph/stored-drafts.ts';

/** The shared state and actions of the editor. */
export interface Editor {
  isReadOnly: boolean;
  graph: FlowGraph;
  level: Level;
  /** The nodes and edges of the current level. */
  shown: NodeGraph;
  places: Map<string, Position>;
  selectedIds: readonly string[];
  /** The selected component, if exactly one is selected. */
  selected: FlowNode | undefined;
  problems: Problem[];
  runStates: Map<string, RunState>;
  openLevel(level: Level): void;
  /** Opens the side panel with the settings of the selected component. */
  showSettings(): void;
  select(ids: readonly string[]): void;
  /** Opens the level of a component and selects it. */
  reveal(level: Level, nodeId: string): void;
  /** Successive changes with the same tag are one undo step. */
  change(change: (graph: FlowGraph) => FlowGraph, tag?: string): void;
  changeShown(change: (graph: NodeGraph) => NodeGraph, tag?: string): void;
  changeNode(node: FlowNode, tag?: string): void;
  move(positions: Positions, tag?: string): void;
  /** Adds a component after the selected one, or to the given branch; at the given position, if there is one. */
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
  if (!editor) throw new Error('useEditor needs an EditorContext');
  return editor;
};
