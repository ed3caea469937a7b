import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type HumanSessionStatus = 'opening' | 'open' | 'closed';

/** What made the service ask for a person. */
export type HumanSessionTrigger = 'tool' | 'phrase' | 'flow' | 'button' | 'operator';

/** Who or what ended a session. UNREACHABLE: the human service was never reached. */
export type CloseReason = 'HUMAN_CLOSED' | 'USER_CLOSED' | 'TIMEOUT' | 'OPERATOR_CLOSED' | 'UNREACHABLE';

export interface HandoffTables {
  /** A person in place of the agent, from the request to the end. */
  human_sessions: {
    id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string;
    /** Its place among the sessions of its conversation, from 1: no two are under way at once. */
    ordinal: number;
    channel: string;
    status: HumanSessionStatus;
    trigger_kind: HumanSessionTrigger;
    /** The round whose agent asked for a person and still had its say; null for every other trigger. */
    trigger_round_id: string | null;
    /** The conversation's newest round when the session began: the agent says nothing more about those. */
    start_sequence: number;
    establish_delivery_id: string;
    /** Taken from the agent's settings when the session began, so that a change does not end it. */
    first_reply_ms: number;
    idle_ms: number;
    has_replied: Flag;
    /** When the session times out unless somebody says something; null while it is opening. */
    deadline_at: number | null;
    /** The user is told once that the human service cannot be reached. */
    told_unreachable: Flag;
    close_reason: CloseReason | null;
    created_at: number;
    opened_at: number | null;
    closed_at: number | null;
  };
  /** What was said to the user in a session: by a person, or by the service about the person. */
  human_messages: {
    /** Order of arrival. */
    position: Generated<number>;
    /** The wire's message_id. */
    id: string;
    answer_id: string;
    agent_id: string;
    conversation_id: string;
    session_id: string;
    sender: 'human' | 'service';
    text: string;
    /** The conversation's newest round at that time; 0 when there was none. */
    after_sequence: number;
    /** The timestamp the human service gave, for telling a repeated call; null for the service's own. */
    given_timestamp: number | null;
    /** JSON: files that came along, as parts of a message. */
    files: Generated<string>;
    created_at: number;
  };
}
