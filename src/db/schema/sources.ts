import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type SourceKind = 'page' | 'site' | 'feed' | 'folder' | 's3' | 'git';
/** What happens to the documents of pages that no longer exist. */
export type SourceRemoval = 'at-once' | 'after-grace' | 'never';
export type RunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
/** `waiting`: not read yet. `missing`: no longer there, and deleted when the grace period is over. */
export type RunPageState = 'waiting' | 'added' | 'updated' | 'unchanged' | 'removed' | 'missing' | 'skipped';

export interface SourceTables {
  knowledge_sources: {
    id: string;
    workspace_id: string;
    agent_id: string;
    knowledge_base_id: string;
    kind: SourceKind;
    name: string;
    url: string;
    /** JSON of SourceRules. */
    rules: string;
    /** JSON of SourceConnection: what the kind needs besides the URL, without secrets. */
    connection: Generated<string>;
    /** JSON of LastListing: for kinds that can tell that nothing changed since. */
    last_listing: Generated<string | null>;
    chunk_tokens: number;
    removal: SourceRemoval;
    grace_days: number;
    /** 0: edits of chunks are discarded when the content of a page changes. */
    keeps_edits: Generated<number>;
    /** off, hourly, daily, weekly, or a cron expression. */
    schedule: string;
    next_sync_at: number | null;
    /** 1 while its documents are being deleted. */
    is_deleting: Flag;
    /** What happens to the documents of a source that is being deleted. */
    deletion: Generated<'keep' | 'delete' | null>;
    creator_id: string;
    creator_email: string;
    created_at: number;
    updated_at: number;
  };
  source_runs: {
    id: string;
    source_id: string;
    status: RunStatus;
    started_by: 'operator' | 'schedule';
    is_cancelled: Flag;
    /** 1 if its first pages are stored. */
    is_seeded: Flag;
    /** Counts of pages. */
    found: number;
    added: number;
    updated: number;
    unchanged: number;
    removed: number;
    missing: number;
    skipped: number;
    /** URLs that were not read because of the page limit. */
    beyond_limit: number;
    error: string | null;
    created_at: number;
    started_at: number | null;
    ended_at: number | null;
  };
  /** Pages with a document. */
  source_pages: {
    source_id: string;
    url: string;
    document_id: string;
    etag: string;
    last_modified: string;
    content_hash: string;
    depth: number;
    /** When the page was first found missing. */
    missing_since: number | null;
    /** The run that found it last. */
    checked_run_id: string;
  };
  /** The pages of a run: those to be read, and the report on the others. */
  source_run_pages: {
    number: Generated<number>;
    run_id: string;
    url: string;
    depth: number;
    state: RunPageState;
    reason: string | null;
    /** Of a file when it was listed. */
    version: Generated<string | null>;
  };
  /** Credentials of sources, encrypted. */
  source_credentials: {
    source_id: string;
    credentials: string;
    encryption_key_id: string | null;
  };
}
