import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface JobTables {
  /** Work that runs at least once. The row is deleted when the work is done or given up. */
  jobs: {
    /** Order of arrival within a key. */
    sequence: Generated<number>;
    id: string;
    queue: string;
    /** Jobs of one queue with the same key run one at a time, in order. */
    ordering_key: string | null;
    /** Jobs that share a limited resource (a receiver), with a limit of running jobs. '' for none. */
    group_key: string;
    /** Fair key: the workspace whose share of the workers it uses, or '' for work of the service itself. */
    fair_key: Generated<string>;
    /** JSON. */
    payload: string;
    /** Number of starts. With the id it identifies one attempt, so that a late one cannot write for a newer one. */
    attempt: number;
    /** Attempts that failed by themselves. */
    failures: Generated<number>;
    /** Attempts whose process died. */
    losses: Generated<number>;
    /** 0: may start at once, whatever the clock says. Otherwise the earliest start. */
    run_at: number;
    /** Since when it waits: enqueued, postponed or due. */
    waits_since: Generated<number>;
    /** 1 while an earlier job of the same key exists, also one that waits for its next attempt. */
    waits_for_key: Flag;
    /** The process that runs it. */
    leased_by: string | null;
    /** End of the lease, unless the process renews it. */
    leased_until: number | null;
    created_at: number;
    /** Workspace for operators. null for work of the service itself. */
    workspace_id: string | null;
    /** Why the newest attempt failed. */
    last_error: Generated<string | null>;
  };
  /** Jobs that were given up, until they are retried or expire. */
  failed_jobs: {
    /** Order of failure. */
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
  /** Running processes of this database, so that other processes take over the work of a dead one. */
  processes: {
    id: string;
    host: string;
    pid: number;
    started_at: number;
    heartbeat_at: number;
    /** The newest migration that it knows. '' for versions that do not report it. */
    newest_migration: Generated<string>;
  };
  /** Webhooks to the server of a developer. */
  deliveries: {
    /** Order of creation. */
    sequence: Generated<number>;
    /** Also the webhook-id header: the same for all attempts. */
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string | null;
    /** The visitor of an event without a conversation. It is deleted with the visitor. */
    visitor_id: Generated<string | null>;
    /** Of the target channel: the connection and the chat that get it. */
    connection_id: Generated<string | null>;
    chat_id: Generated<string | null>;
    /** reply, human_reply, event, establish, chat, close */
    kind: string;
    /** message: the agent's webhook URL; human_service: its human service; channel: a chat of a messaging platform. */
    target: 'message' | 'human_service' | 'channel';
    /** Appended to the configured URL of the target. '' for the URL itself. */
    path: string;
    /** The JSON body, byte for byte the same at each attempt. */
    body: string;
    status: 'pending' | 'delivered' | 'dead';
    /** Attempts so far, including replays. */
    attempts: number;
    /** Failures since it was created or replayed: the position in the retry schedule. */
    schedule_step: number;
    /**
     * Below `schedule_step`: may be retried early when its receiver recovers. Equal: will be retried early. Above: the
     * early retry failed.
     */
    hastened_step: Generated<number>;
    /** null once it has ended. */
    next_attempt_at: number | null;
    /** Of the newest attempt. null if there was no response. */
    http_status: number | null;
    /** A `code` other than 0 or 200 in the body of a successful response. Only displayed. */
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
