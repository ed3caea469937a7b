import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface UsageTables {
  ledger_entries: {
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string | null;
    round_id: string | null;
    user_id: string | null;
    /** What was charged: chat, knowledge_doc_indexing, rerank, database_processing, tool_call, asr, tts, top_up. */
    kind: string;
    model: string;
    /** JSON of token counts by kind. */
    tokens: string;
    credits_nano: number;
    created_at: number;
    /** 1: of a test chat of an operator. */
    is_test: Generated<Flag>;
  };
  /** Credits reserved for work other than rounds. */
  credit_holds: {
    id: string;
    workspace_id: string;
    /** The process that does the work. */
    owner: string;
    nano: number;
  };
  /** PostgreSQL only: state of the rate limits for all processes. */
  rate_buckets: {
    name: string;
    tokens: number;
    granted: boolean;
    /** By the database's clock. */
    filled_at: number;
  };
}
