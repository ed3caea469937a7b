export interface FlowTables {
  /** The graph of a flow agent: the draft, and the live version. */
  flows: {
    agent_id: string;
    /** JSON of a FlowGraph. */
    draft: string;
    /** Increases with each change of the draft. */
    revision: number;
    published_version: number | null;
    updated_at: number;
  };
  /** Immutable: a rollback refers to an earlier one. */
  flow_versions: {
    agent_id: string;
    version: number;
    graph: string;
    note: string;
    created_by: string;
    created_at: number;
  };
  /** The state of a flow whose round ended with a question. Immutable; deleted with the round. */
  flow_pauses: {
    /** The round that asked. */
    round_id: string;
    conversation_id: string;
    /** Of the round that asked. */
    sequence: number;
    /** The version that continues; null if it was a draft. */
    flow_version: number | null;
    /** Hash of the draft that asked. Only the same draft continues. */
    draft_sha256: string | null;
    /** JSON of a PausedFlow. */
    state: string;
    expires_at: number;
  };
}
