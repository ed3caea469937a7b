import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type HumanSessionStatus = 'opening' | 'open' | 'closed';

/** The reason for the handoff. */
export type HumanSessionTrigger = 'tool' | 'phrase' | 'flow' | 'button' | 'operator';

/** The reason for the end of a session. UNREACHABLE: the human service was never reached. */
export type CloseReason = 'HUMAN_CLOSED' | 'USER_CLOSED' | 'TIMEOUT' | 'OPERATOR_CLOSED' | 'UNREACHABLE';

export interface HandoffTables {
  /** A human session, from the request to the end. */
  human_sessions: {
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string;
    /** Number among the sessions of its conversation, from 1. At most one is open. */
    ordinal: number;
    channel: string;
    status: HumanSessionStatus;
    trigger_kind: HumanSessionTrigger;
    /** The round whose agent requested the handoff and still answered. null for every other trigger. */
    trigger_round_id: string | null;
    /** The newest round at the start of the session. The agent does not answer rounds up to it any more. */
    start_sequence: number;
    establish_delivery_id: string;
    /** Copied from the agent's settings at the start of the session, so that a change does not end it. */
    first_reply_ms: number;
    idle_ms: number;
    has_replied: Flag;
    /** Time of the timeout unless there is a new message. null while it is opening. */
    deadline_at: number | null;
    /** Whether the user was informed that the human service cannot be reached. This happens once. */
    told_unreachable: Flag;
    close_reason: CloseReason | null;
    created_at: number;
    opened_at: number | null;
    closed_at: number | null;
  };
  /** Messages to the user in a session: of a person, or of the service about the session. */
  human_messages: {
    /** Order of arrival. */
    position: Generated<number>;
    /** message_id of the API. */
    id: string;
    answer_id: string;
    agent_id: string;
    conversation_id: string;
    session_id: string;
    sender: 'human' | 'service';
    text: string;
    /** The newest round of the conversation at that time. 0 if there was none. */
    after_sequence: number;
    /** The timestamp of the human service, to detect repeated calls. null for messages of the service. */
    given_timestamp: number | null;
    /** JSON: files of the message, as message parts. */
    files: Generated<string>;
    created_at: number;
  };
}
