export interface FlowTables {
  /** A flow agent's graph: the draft that is edited, and which version calls use. */
  flows: {
    agent_id: string;
    /** JSON of a FlowGraph. */
    draft: string;
    /** Grows with each change of the draft. */
    revision: number;
    published_version: number | null;
    updated_at: number;
  };
  /** Never changed once written: a roll-back points at an earlier one. */
  flow_versions: {
    agent_id: string;
    version: number;
    graph: string;
    note: string;
    created_by: string;
    created_at: number;
  };
}
