import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** awaiting_message: the user is asked to leave a message. left_message: they did, and the agent answers again. */
export type HumanSessionStatus = 'opening' | 'open' | 'awaiting_message' | 'left_message' | 'closed';

/** Why the user is asked to leave a message. not_taken: nobody took the session in time. no_reply: somebody did, but did not reply. */
export type LeaveReason = 'outside_hours' | 'not_taken' | 'no_reply';

/** The reason for the handoff. */
export type HumanSessionTrigger = 'tool' | 'phrase' | 'flow' | 'button' | 'operator';

/** The reason for the end of a session. UNREACHABLE: the human service was never reached. */
export type CloseReason = 'HUMAN_CLOSED' | 'USER_CLOSED' | 'TIMEOUT' | 'OPERATOR_CLOSED' | 'UNREACHABLE';

/** `webhook`: the developer's human service. `inbox`: operators answer in the console. */
export type HumanBackendKind = 'webhook' | 'inbox';

/**
 * Why nobody replied to the user. not_taken: nobody took the session in time. no_reply: somebody did, or the human service
 * had it, but nobody replied in time. user_left: the user left while waiting. unreachable: the human service was not reached.
 */
export type MissedReason = 'not_taken' | 'no_reply' | 'user_left' | 'unreachable';

/** Why an operator closed a session of the inbox. no_answer: the user did not answer any more. */
export type ClosedReason = 'resolved' | 'no_answer' | 'spam' | 'other';

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
    /** The delivery of the establish call. Sessions of the inbox have their own ID here, which is no delivery. */
    establish_delivery_id: string;
    /** Copied from the agent's settings at the start of the session, so that a change does not end it. */
    first_reply_ms: number;
    idle_ms: number;
    has_replied: Flag;
    /** Time of the timeout unless there is a new message. null while it is opening. */
    deadline_at: number | null;
    /** Whether the user was informed that the human service cannot be reached. Once until a person replies. */
    told_unreachable: Flag;
    close_reason: CloseReason | null;
    created_at: number;
    opened_at: number | null;
    closed_at: number | null;
    /** Copied from the agent's settings at the start of the session. */
    backend: Generated<HumanBackendKind>;
    /** The operator who answers in the inbox. null: nobody has taken the session. */
    assignee_id: string | null;
    assigned_at: number | null;
    /** Since when the user waits for a reply. null if the newest message is of a person. */
    waiting_since: number | null;
    first_reply_at: number | null;
    /** The operator who closed it in the inbox. */
    closed_by: string | null;
    /** What that operator wrote about the end. Not shown to the user. */
    close_note: string | null;
    /** Why that operator closed it. null: no reason was given, or nobody closed it in the inbox. */
    closed_reason: ClosedReason | null;
    missed: MissedReason | null;
    /** Messages of the user that nobody has read or answered. */
    unread: Generated<number>;
    /** Beginning of the newest message, for lists. */
    last_text: Generated<string>;
    last_from: Generated<'user' | 'person'>;
    /** Increased by every change. */
    version: Generated<number>;
    changed_at: Generated<number>;
    /** Until then it is not in the queues of open sessions. In the past, or null: it is. */
    snoozed_until: number | null;
    /**
     * Copied from the agent's settings at the start of the session: it is assigned automatically to an operator with fewer open
     * sessions than this. null: operators take it.
     */
    assignment_limit: number | null;
    /** Until when the user may rate the session. null: not ended, nobody replied, or the agent had no survey at the end. */
    survey_until: number | null;
    /** From 1 (bad) to 5. null: not rated. */
    rating: number | null;
    rating_comment: string | null;
    rated_at: number | null;
    /** The newest message of the user that a person has read, by its number in the conversation. 0: none. */
    read_sequence: Generated<number>;
    read_message_id: string | null;
    /** The newest reply of a person that the user's chat has displayed, by its position. 0: none. */
    seen_position: Generated<number>;
    seen_message_id: string | null;
    /** null: the user was not asked to leave a message. */
    leave_reason: LeaveReason | null;
    /** The address for replies to a left message. null: unknown, so the user gets replies only in the chat. */
    left_email: string | null;
    /** When the user left a message. */
    left_at: number | null;
    /** Page of the site with the chat on which the user is, without query and fragment. null: unknown, or no site. */
    page_url: string | null;
    page_title: string | null;
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
    /** The operator who wrote it in the inbox. */
    operator_id: string | null;
    /** Their public name at that time. null: none was set, or nobody wrote it in the inbox. */
    person_name: string | null;
    created_at: number;
  };
}
