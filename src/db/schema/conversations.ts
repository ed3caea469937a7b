import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type RoundStatus = 'running' | 'done' | 'failed' | 'stopped';
export type ResponseMode = 'blocking' | 'streaming' | 'webhook' | 'async';
export type Feedback = 'NONE' | 'GOOD' | 'BAD';
/** Why a user rated a reply as bad. */
export type FeedbackReason = 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER';
export type Quality = 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';

export interface ConversationTables {
  conversations: {
    id: string;
    workspace_id: string;
    agent_id: string;
    user_id: string;
    anonymous_id: string | null;
    /** conversation_type of the specification: API, EMBED, WIDGET, SHARE, … */
    channel: string;
    subject: string;
    /** Number of rounds, which is also the sequence of the newest one. */
    message_count: number;
    cost_nano: number;
    recent_chat_at: number;
    /** Summary of the rounds that left the short-term window, and the last round it covers. */
    summary: string;
    summary_sequence: number;
    created_at: number;
    /** The visitor that started it, on a channel's page. null for all others. */
    visitor_id: Generated<string | null>;
    /** 1: a page claimed the user_id without verification. */
    user_claimed: Generated<Flag>;
    /** A handoff was requested and starts once the user has entered an e-mail address. */
    awaits_email: Generated<Flag>;
    /** Increases when ended rounds change: a person's text is added to one, or later versions replace some. */
    human_version: Generated<number>;
    /** The name that the visitor gave it. Empty: it is shown with its subject. */
    title: Generated<string>;
    /** When the visitor deleted it. Operators still see it. */
    hidden_at: Generated<number | null>;
  };
  /** SQLite only: listed conversations by hour of their newest round. Updated by triggers. */
  conversation_counts: {
    agent_id: string;
    channel: string;
    /** Hours since the epoch. */
    hour: number;
    total: number;
  };
  /** SQLite only: the same by user and by day. */
  user_conversation_counts: {
    agent_id: string;
    user_id: string;
    channel: string;
    /** Days since the epoch. */
    day: number;
    total: number;
  };
  rounds: {
    /** message_id of the API. */
    id: string;
    answer_id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string;
    user_id: string;
    /** Position in the conversation, from 1: the order in which rounds arrive and run. */
    sequence: number;
    api_version: 1 | 2;
    mode: ResponseMode;
    status: RoundStatus;
    /** The process that runs it. */
    owner: string;
    /**
     * Starts at 1 and increases in the statement that gives the round to another process. Every write for a
     * round names its attempt, so that a slow process cannot write for a later attempt.
     */
    attempt: Generated<number>;
    /** Attempts that ended because the process was stopped as planned. */
    releases: Generated<number>;
    /** JSON of StoredQuestion: the newest user message, with references to files. */
    question: string;
    question_text: string;
    /** JSON of RoundRequest: what another attempt needs besides the question. */
    request: string;
    answer_text: string;
    /** JSON of ReplyOutput[]. */
    outputs: string;
    /** JSON of Usage, or null while running. */
    usage: string | null;
    error_code: number | null;
    error_message: string | null;
    /** The same as text for operators, who may see what the model server returned. */
    error_cause: Generated<string | null>;
    reserved_nano: number;
    cost_nano: number;
    stop_requested: Flag;
    feedback: Feedback;
    /** Of a bad rating, if the user chose a reason. */
    feedback_reason: Generated<FeedbackReason | null>;
    /** Of a bad rating. Empty without a comment. */
    feedback_comment: Generated<string>;
    quality: Quality;
    created_at: number;
    ended_at: number | null;
    /** The human session that got this message instead of the agent. null for all others. */
    human_session_id: Generated<string | null>;
    /** Text of a person between this round and the next. Memory reads it with the round. */
    human_text: Generated<string>;
    /** Notes of operators for the agent after this round. Memory reads them with the round; nobody else sees them. */
    agent_note: Generated<string>;
    /** Transcript of the question's recordings, if the service made one. */
    heard_text: Generated<string>;
    /** Text of the question's files, as far as the service read them. Cut. */
    read_text: Generated<string>;
    /** The first version of the message, if this round is a later version of it. */
    version_of: Generated<string | null>;
    /** The round that replaced this one, and all rounds after it. null: part of the current conversation. */
    replaced_by: Generated<string | null>;
  };
  /** The log of reply events, in batches as flushed. */
  round_events: {
    round_id: string;
    first_sequence: number;
    /** JSON of ReplyEvent[]. */
    events: string;
  };
  citations: {
    round_id: string;
    position: number;
    data_id: string;
    chunk_id: string;
    /** JSON of string[]: all chunks of the passage, if there is more than one. */
    chunk_ids: string | null;
    data_name: string;
    source_url: string;
    content: string;
    score: number;
    /** JSON of Span[]. */
    spans: string;
  };
  traces: {
    round_id: string;
    /** JSON of TraceStep[]. */
    steps: string;
  };
  user_properties: {
    agent_id: string;
    user_id: string;
    name: string;
    /** As text, for every type. */
    value: string;
    value_type: Generated<'string' | 'number' | 'boolean'>;
    updated_at: number;
  };
  /** Anonymous visitors that got a user_id from a developer or a verified page. */
  user_bindings: {
    agent_id: string;
    anonymous_id: string;
    user_id: string;
    created_at: number;
  };
  memories: {
    id: string;
    agent_id: string;
    conversation_id: string;
    user_id: string;
    kind: 'passage' | 'fact';
    text: string;
    /** Hashes of its index terms, sorted, four bytes each. */
    terms: Uint8Array;
    /** Topics of a fact (name, home, …), separated by spaces. */
    topics: string;
    /** One signed byte per dimension; only the direction counts. null until embedded. */
    vector: Uint8Array | null;
    /** The model of the vector. Empty if there is none. */
    vector_model: string;
    round_sequence: number;
    /** Position among the memories of its round. */
    position: Generated<number>;
    created_at: number;
  };
  files: {
    id: string;
    workspace_id: string;
    name: string;
    media_type: string;
    size_bytes: number;
    sha256: string;
    created_at: number;
    /** The owner whose storage it uses. null if only the workspace is known. */
    agent_id: string | null;
    visitor_id: string | null;
    /** `local`: in the data folder (SQLite) or in `file_pieces` (PostgreSQL). `objects`: in object storage. */
    stored_in: Generated<'local' | 'objects'>;
  };
  /** Bytes of all files by owner. Only triggers write it. */
  file_totals: {
    scope: 'workspace' | 'agent' | 'visitor';
    owner_id: string;
    bytes: number;
  };
  /** Contents of files if the processes share no folder. Empty on SQLite. */
  file_pieces: {
    file_id: string;
    position: number;
    bytes: Uint8Array;
  };
  idempotency_keys: {
    agent_id: string;
    endpoint: string;
    key: string;
    body_sha256: string;
    /** The round it started, or null for other endpoints. */
    round_id: string | null;
    /** JSON of the response, for endpoints other than messages. */
    response: string | null;
    created_at: number;
  };
}
