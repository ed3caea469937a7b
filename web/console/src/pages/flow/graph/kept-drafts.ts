import type { FlowGraph } from '../../../api/generated.ts';
import { isGraph } from './is-graph.ts';
import type { Position } from './layout-graph.ts';

/** What somebody drew and did not save. */
export interface KeptDraft {
  /** The revision it was made from. */
  revision: number;
  graph: FlowGraph;
}

export type Positions = Record<string, Position>;

const draftKey = (agentId: string): string => `frontdesk.flow-draft.${agentId}`;
const positionsKey = (agentId: string): string => `frontdesk.flow-positions.${agentId}`;

const read = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing, or is full: the page still warns before it is closed.
  }
};

/**
 * Kept by the browser: drafts, because the service takes only graphs without a mistake, and half a graph must
 * not be lost by a closed tab; positions, because a flow says nothing of where its components are drawn.
 */
export const keptDrafts = {
  read: (agentId: string): KeptDraft | undefined => {
    const value = read(draftKey(agentId)) as KeptDraft | null;
    const isDraft =
      typeof value?.revision === 'number' &&
      isGraph(value.graph) &&
      typeof value.graph.variables === 'object';
    return isDraft ? value : undefined;
  },
  write: (agentId: string, draft: KeptDraft | undefined): void => write(draftKey(agentId), draft),
  readPositions: (agentId: string): Positions => {
    const value = read(positionsKey(agentId));
    return value !== null && typeof value === 'object' ? (value as Positions) : {};
  },
  writePositions: (agentId: string, positions: Positions): void => write(positionsKey(agentId), positions),
};
