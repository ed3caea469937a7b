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
}
