export interface UsageTables {
  ledger_entries: {
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string | null;
    round_id: string | null;
    user_id: string | null;
    /** What was paid for: chat, knowledge_doc_indexing, rerank, database_processing, tool_call, asr, tts, top_up. */
    kind: string;
    model: string;
    /** JSON of token counts by kind. */
    tokens: string;
    credits_nano: number;
    created_at: number;
  };
  /** Credits reserved for what is not a round. */
  credit_holds: {
    id: string;
    workspace_id: string;
    /** The process at work. */
    owner: string;
    nano: number;
  };
  /** PostgreSQL only: what is left of rate limits, over all processes. */
  rate_buckets: {
    name: string;
    tokens: number;
    granted: boolean;
    /** By the database's clock. */
    filled_at: number;
  };
}
