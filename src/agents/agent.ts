import type { AgentSettings } from './agent-settings.ts';
import type { AgentSummaryRow } from './store.ts';

export interface Agent {
  id: string;
  workspaceId: string;
  name: string;
  kind: 'simple' | 'flow';
  apiEnabled: boolean;
  settings: AgentSettings;
  /** The version of this name and these settings: the one in use, the draft, or an earlier one. */
  version: number;
  /** The version that live conversations use. */
  publishedVersion: number;
  /** Whether saved changes become a draft, which is used only after it is published. */
  draftsEnabled: boolean;
  /** null: no unpublished changes. */
  draftVersion: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  deleted: boolean;
}

export type AgentSummary = Omit<Agent, 'settings'>;

/** Who saves a version, and why. */
export interface SavedBy {
  /** As the actor of an audit entry. */
  by: string;
  note?: string | undefined;
  /** The version whose settings were restored. */
  restoredFrom?: number;
}

/** For tests and fixtures, where the author does not matter. */
export const unknownSaver: SavedBy = { by: '' };

export const toSummary = (row: AgentSummaryRow): AgentSummary => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  kind: row.kind,
  apiEnabled: row.api_enabled === 1,
  version: row.version,
  publishedVersion: row.version,
  draftsEnabled: row.drafts_enabled === 1,
  draftVersion: row.draft_version,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
  deleted: row.deleted_at !== null,
});
