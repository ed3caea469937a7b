export interface RetentionTables {
  /** How long the data of an agent is kept. Absent: forever. */
  agent_retention: {
    agent_id: string;
    workspace_id: string;
    /** Days after the last activity of a conversation. null: forever. */
    conversation_days: number | null;
    /** Days after a round. null: as long as its conversation. */
    trace_days: number | null;
    /** Days after a message. null: as long as its conversation. */
    file_days: number | null;
    updated_at: number;
    /** Time and ID of the newest round whose details were deleted. */
    traces_until: number;
    traces_until_id: string;
    /** Time and ID of the newest round whose files were deleted. */
    files_until: number;
    files_until_id: string;
    /** Position of the newest message of a person whose files were deleted. */
    people_files_until: number;
    /** The newest run. null: there was none. */
    run_started_at: number | null;
    /** null: it has not ended. */
    run_ended_at: number | null;
    /** What that run has deleted so far. */
    deleted_conversations: number;
    deleted_rounds: number;
    deleted_files: number;
    deleted_traces: number;
    deleted_deliveries: number;
  };
}
