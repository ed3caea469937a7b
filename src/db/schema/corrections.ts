export interface CorrectionTables {
  /** Corrected answers of operators, found by a similar question. */
  corrections: {
    id: string;
    workspace_id: string;
    agent_id: string;
    /** '': belongs to no knowledge base. */
    knowledge_base_id: string;
    question: string;
    /** Hash of the question without differences in case, spaces and punctuation. */
    question_key: string;
    answer: string;
    is_enabled: number;
    /** The round whose answer was corrected. null: entered by hand, imported, or the conversation was erased. */
    conversation_id: string | null;
    round_id: string | null;
    author_id: string;
    author_email: string;
    /** The embedding model of `vector`. null: not embedded yet. */
    model: string | null;
    /** 32-bit floats. */
    vector: Uint8Array | null;
    /** Confidence of the model in the language of the question. */
    confidence: number | null;
    /** The revision of the agent's corrections in which it changed last. */
    revision: number;
    hit_count: number;
    last_hit_at: number | null;
    created_at: number;
    updated_at: number;
  };
  /** One row for each agent that ever had corrections. Processes compare it with what they have in memory. */
  correction_states: {
    agent_id: string;
    /** Increases with every change. */
    revision: number;
    correction_count: number;
  };
}
