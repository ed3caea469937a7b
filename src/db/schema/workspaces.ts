import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type SignInRequirement = 'none' | 'second-factor' | 'sso';

export interface WorkspaceTables {
  workspaces: {
    id: string;
    name: string;
    /** null: no limit. Otherwise the balance in nano credits, never below zero. */
    balance_nano: number | null;
    /** Part of the balance that is reserved for running rounds. */
    reserved_nano: number;
    created_at: number;
    /** How its operators must sign in. */
    sign_in_requirement: Generated<SignInRequirement>;
  };
  agents: {
    id: string;
    workspace_id: string;
    name: string;
    kind: 'simple' | 'flow';
    api_enabled: Flag;
    /** JSON of AgentSettings, with every secret encrypted. */
    settings: string;
    /** null: a row from before encryption was introduced. */
    encryption_key_id: Generated<string | null>;
    /** The version in use. Increases with each change. A write names the version it read. */
    version: number;
    created_at: number;
    updated_at: number;
    deleted_at: number | null;
    /** 1: saved changes become the draft, which is used only after it is published. */
    drafts_enabled: Generated<Flag>;
    /** The version that is the draft. null: no unpublished changes. */
    draft_version: Generated<number | null>;
  };
  /** Saved states of an agent. Immutable, except for the note and the publication. */
  agent_versions: {
    /** `<agent_id>:<version>`: the encryption of secrets is bound to one column. */
    id: string;
    agent_id: string;
    version: number;
    name: string;
    api_enabled: Flag;
    /** As in `agents`. */
    settings: string;
    encryption_key_id: string | null;
    settings_bytes: number;
    note: string;
    /** As the actor of an audit entry. Empty: not known, from before versions were stored. */
    created_by: string;
    created_at: number;
    restored_from: Generated<number | null>;
    /** null: not published. */
    published_at: number | null;
    published_by: Generated<string | null>;
  };
  /** Logo and avatar of an agent, as encoded by the service. */
  agent_images: {
    agent_id: string;
    purpose: 'logo' | 'avatar';
    /** Of the bytes, in hexadecimal. Part of the URL. */
    sha256: string;
    media_type: string;
    width: number;
    height: number;
    bytes: Uint8Array;
    updated_at: number;
  };
  knowledge_bases: {
    id: string;
    workspace_id: string;
    agent_id: string;
    name: string;
    description: string;
    created_at: number;
  };
  audit_entries: {
    /** In the order of writing. */
    sequence: Generated<number>;
    id: string;
    workspace_id: string | null;
    actor: string;
    action: string;
    target_kind: string;
    target_id: string;
    /** JSON: field → [before, after], secrets masked. */
    changes: string;
    created_at: number;
  };
}
