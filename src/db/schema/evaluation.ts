/** How a test case was made. */
export type CaseOrigin = 'manual' | 'import' | 'conversation' | 'rating';

export interface EvaluationTables {
  test_sets: {
    id: string;
    workspace_id: string;
    agent_id: string;
    name: string;
    description: string;
    /** JSON of the model that judges answers. Null: the model of the agent. */
    judge_model: string | null;
    /** How often a run sends each case. */
    repeats: number;
    /** off, hourly, daily, weekly, or a cron expression. */
    schedule: string;
    next_run_at: number | null;
    /** Pass rate that publishing requires. Null: not required. */
    required_pass_rate: number | null;
    creator_email: string;
    created_at: number;
    updated_at: number;
  };
  test_cases: {
    id: string;
    set_id: string;
    /** Order in the set. */
    position: number;
    name: string;
    /** JSON of TestTurn[]. */
    turns: string;
    /** JSON of Expectation[]. */
    expectations: string;
    origin: CaseOrigin;
    /** The conversation whose words it has: it is deleted with that conversation. */
    source_conversation_id: string | null;
    source_round_id: string | null;
    created_at: number;
    updated_at: number;
  };
}
