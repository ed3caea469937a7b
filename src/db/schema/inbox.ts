import type { Generated } from 'kysely';

/** What the team of a workspace keeps in its inbox. Users never see any of it. */
export interface InboxTables {
  /** A note of an operator in a session, for colleagues. */
  inbox_notes: {
    id: string;
    workspace_id: string;
    session_id: string;
    conversation_id: string;
    author_id: string;
    text: string;
    created_at: number;
    edited_at: number | null;
  };
  /** An operator who is named in a note. Deleted with their membership. */
  inbox_mentions: {
    note_id: string;
    operator_id: string;
    workspace_id: string;
    session_id: string;
    /** When that operator opened the session. */
    seen_at: number | null;
  };
  inbox_labels: {
    id: string;
    workspace_id: string;
    name: string;
    /** The name in lower case, because two names that differ only in case would be confused. */
    name_key: string;
    color: string;
    created_at: number;
  };
  inbox_session_labels: {
    session_id: string;
    label_id: string;
  };
  /** A prepared reply, inserted by its shortcut. */
  canned_replies: {
    id: string;
    workspace_id: string;
    /** null: for all agents of the workspace. */
    agent_id: string | null;
    /** In lower case, without the slash. */
    shortcut: string;
    /** With variables, such as {{user.name}}. */
    text: string;
    created_at: number;
    updated_at: number;
  };
  /** Whether an operator takes new sessions. Deleted with their membership. */
  inbox_presence: {
    operator_id: string;
    workspace_id: string;
    /** What the operator chose, or the default of their role. */
    status: 'available' | 'away';
    /** When they last had the inbox open. */
    seen_at: number;
    /** Number of the newest session that was assigned to them automatically: the lowest is next. */
    turn: Generated<number>;
  };
  /** Who is typing, for other processes. Worthless after a few seconds. Only used on PostgreSQL. */
  typing_signals: {
    session_id: string;
    /** The operator. Empty: the user. */
    writer_id: string;
    workspace_id: string;
    conversation_id: string;
    signalled_at: number;
  };
}
