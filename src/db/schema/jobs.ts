import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface JobTables {
  /** Work to be done at least once. A row leaves when the work is done or given up. */
  jobs: {
    /** Order of arrival within a key. */
    sequence: Generated<number>;
    id: string;
    queue: string;
    /** Jobs of one queue with the same key run one at a time, in order. */
    ordering_key: string | null;
    /** Jobs that share something scarce (a receiver), whose number at work may be limited; '' for none. */
    group_key: string;
    /** Whose turn it uses when jobs are picked: the workspace, or '' for work of the service itself. */
    fair_key: Generated<string>;
    /** JSON. */
    payload: string;
    /** How often it was taken up; with the id it names one try, so that a late one cannot speak for a newer. */
    attempt: number;
    /** Tries that failed by themselves. */
    failures: Generated<number>;
    /** Tries whose process died. */
    losses: Generated<number>;
    /** 0: may start at once, whatever the clock says. Otherwise the time until which it is put off. */
    run_at: number;
    /** Since when it has waited: enqueued, put off, or due since. */
    waits_since: Generated<number>;
    /** 1 while an earlier job of the same key exists, also one that waits for its next try. */
    waits_for_key: Flag;
    /** The process at work on it. */
    leased_by: string | null;
    /** Whoever works on it has until then to say it is still alive. */
    leased_until: number | null;
    created_at: number;
    /** Whose it is, for the people who look after it; null for work of the service itself. */
    workspace_id: string | null;
    /** Why the newest try failed. */
    last_error: Generated<string | null>;
  };
  /** Jobs that were given up, until somebody tries them again or they are forgotten. */
  failed_jobs: {
    /** Order of failing. */
    sequence: Generated<number>;
    id: string;
    workspace_id: string | null;
    queue: string;
    ordering_key: string | null;
    group_key: string;
    payload: string;
    attempts: number;
    error: string;
    created_at: number;
    failed_at: number;
  };
  /** Processes alive on this database, so that the work of a dead one is taken up. */
  processes: {
    id: string;
    host: string;
    pid: number;
    started_at: number;
    heartbeat_at: number;
    /** That it knows; '' for versions that do not say so. */
    newest_migration: Generated<string>;
  };
  /** What is to be told to a developer's server. */
  deliveries: {
    /** Order of writing. */
    sequence: Generated<number>;
    /** Also the webhook-id header: stable over all attempts. */
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string | null;
    /** Whom an event without a conversation is about; with the visitor it goes. */
    visitor_id: Generated<string | null>;
    /** reply, human_reply, event, establish, chat, close */
    kind: string;
    /** message: the agent's webhook address; human_service: its human service. */
    target: 'message' | 'human_service';
    /** Appended to the target's configured address; '' for the address itself. */
    path: string;
    /** The JSON that is sent, byte for byte the same at each attempt. */
    body: string;
    status: 'pending' | 'delivered' | 'dead';
    /** Attempts made so far, replays included. */
    attempts: number;
    /** Failures since it was written or replayed: the position in the schedule. */
    schedule_step: number;
    /**
     * Below `schedule_step`: may be tried early when its receiver recovers. Equal: is to be tried early. Above: was,
     * in vain.
     */
    hastened_step: Generated<number>;
    /** null once it has ended. */
    next_attempt_at: number | null;
    /** Of the newest attempt; null when no answer came. */
    http_status: number | null;
    /** A body `code` other than 0 or 200 in an answer that was a success; shown, not acted upon. */
    receiver_code: string | null;
    /** Why the newest attempt failed. */
    error: string | null;
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
