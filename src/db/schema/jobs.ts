export interface JobTables {
  /** Leased jobs on SQLite; on PostgreSQL pg-boss keeps its own tables. */
  jobs: {
    id: string;
    queue: string;
    /** Jobs of one queue with the same key run one at a time, in order. */
    ordering_key: string | null;
    payload: string;
    sequence: number;
    attempt: number;
    run_at: number;
    /** Whoever works on it has until then to say it is still alive. */
    leased_until: number | null;
    created_at: number;
  };
  /** Processes alive on this database, so that the work of a dead one is taken up. */
  processes: {
    id: string;
    host: string;
    pid: number;
    started_at: number;
    heartbeat_at: number;
  };
  deliveries: {
    /** Also the webhook-id header: stable over all attempts. */
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string | null;
    sequence: number;
    /** reply, human_reply, event, establish, chat, close */
    kind: string;
    /** message: the agent's webhook address; human_service: its human service. */
    target: 'message' | 'human_service';
    body: string;
    status: 'pending' | 'delivered' | 'dead';
    attempts: number;
    next_attempt_at: number;
    leased_until: number | null;
    created_at: number;
    ended_at: number | null;
  };
  delivery_attempts: {
    delivery_id: string;
    attempt: number;
    url: string;
    http_status: number | null;
    error: string | null;
    response_excerpt: string;
    started_at: number;
    duration_ms: number;
  };
}
