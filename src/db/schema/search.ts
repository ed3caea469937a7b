import type { Generated } from 'kysely';

/** The full-text index of rounds: see `src/conversations/search`. */
export interface SearchTables {
  /** Up to 16,384 rounds of one agent. Terms begin with the number of their bucket. */
  search_buckets: {
    number: Generated<number>;
    workspace_id: string;
    agent_id: string;
    /** 1: new rounds are added after the last one. -1: older rounds are added before the first one. */
    direction: 1 | -1;
    /** Of the next round, from 0 to 16,383. Outside: the bucket is full. */
    next_offset: number;
    /** Range of the times of its rounds. */
    oldest_at: number;
    newest_at: number;
  };
  search_entries: {
    /** Number of the bucket times 16,384 plus the offset in it. */
    position: number;
    round_id: string;
    conversation_id: string;
    /** Of the round. */
    created_at: number;
    /** PostgreSQL only: tsvector. On SQLite the terms are in `round_search`. */
    terms: string | null;
  };
  /** SQLite only: the full-text index. rowid = position. */
  round_search: { rowid: number; terms: string };
  /** What must be indexed again. Written by triggers. */
  search_changes: {
    sequence: Generated<number>;
    kind: 'round' | 'conversation' | 'user' | 'agent';
    id: string;
    agent_id: string | null;
  };
  /** One row, once the existing rounds are being indexed. */
  search_states: {
    id: number;
    analysis_version: number;
    /** Rounds with a lower id are not indexed yet. null: all are. */
    backfill_before: string | null;
  };
  /** Filters of conversations with a name. */
  conversation_views: {
    id: string;
    workspace_id: string;
    /** null: shared in the workspace. */
    operator_id: string | null;
    name: string;
    /** The name in lower case, because two names that differ only in case would be confused. */
    name_key: string;
    /** JSON of ViewFilters. */
    filters: string;
    created_at: number;
  };
}
