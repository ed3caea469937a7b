import type { FlowGraph } from '../../../api/generated.ts';
import { isGraph } from './is-graph.ts';
import type { Position } from './layout-graph.ts';

/** Unsaved changes. */
export interface StoredDraft {
  /** The saved revision that it is based on. */
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
    // The browser stores nothing (private mode, quota). The page still warns before it is closed.
  }
};

/**
 * Stored in the browser: unsaved drafts, so that they are not lost when the tab is closed; positions, because they are
 * not part of a flow.
 */
export const storedDrafts = {
  read: (agentId: string): StoredDraft | undefined => {
    const value = read(draftKey(agentId)) as StoredDraft | null;
    const isDraft =
      typeof value?.revision === 'number' &&
      isGraph(value.graph) &&
      typeof value.graph.variables === 'object';
    return isDraft ? value : undefined;
  },
  write: (agentId: string, draft: StoredDraft | undefined): void => write(draftKey(agentId), draft),
  readPositions: (agentId: string): Positions => {
    const value = read(positionsKey(agentId));
    return value !== null && typeof value === 'object' ? (value as Positions) : {};
  },
  writePositions: (agentId: string, positions: Positions): void => write(positionsKey(agentId), positions),
};
