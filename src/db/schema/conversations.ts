import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type RoundStatus = 'running' | 'done' | 'failed' | 'stopped';
export type ResponseMode = 'blocking' | 'streaming' | 'webhook';
export type Feedback = 'NONE' | 'GOOD' | 'BAD';
export type Quality = 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';

export interface ConversationTables {
  conversations: {
    id: string;
    workspace_id: string;
    agent_id: string;
    user_id: string;
    anonymous_id: string | null;
    /** The specification's conversation_type: API, EMBED, WIDGET, SHARE, … */
    channel: string;
    subject: string;
    /** Rounds, which is also the sequence of the newest one. */
    message_count: number;
    cost_nano: number;
    recent_chat_at: number;
    /** What fell out of the short-term window, in short; and up to which round it reaches. */
    summary: string;
    summary_sequence: number;
    created_at: number;
    /** Of a channel's page: the browser and user it was begun by; null for all others. */
    visitor_id: Generated<string | null>;
    /** 1: the user_id is what a page said, and nobody has vouched for it. */
    user_claimed: Generated<Flag>;
    /** A person was asked for, and is called once the user has entered an e-mail address. */
    awaits_email: Generated<Flag>;
    /** Counts the words of people that were added to rounds after their end. */
    human_version: Generated<number>;
  };
  /** SQLite only: listed conversations by hour of their newest round; kept by triggers. */
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
    /** The wire's message_id. */
    id: string;
    answer_id: string;
    workspace_id: string;
    agent_id: string;
    conversation_id: string;
    user_id: string;
    /** Position in the conversation, from 1: the order of arrival and of running. */
    sequence: number;
    api_version: 1 | 2;
    mode: ResponseMode;
    status: RoundStatus;
    /** The process that runs it. */
    owner: string;
    /**
     * Starts at 1 and grows by one in the statement that gives the round to another process. Whoever writes for a
     * round names its attempt, so that a process that was only slow cannot write for a later one.
     */
    attempt: Generated<number>;
    /** How many of its attempts ended because the process was stopped as planned. */
    releases: Generated<number>;
    /** JSON of StoredQuestion: the newest user message, files by reference. */
    question: string;
    question_text: string;
    /** JSON of RoundRequest: what a second run would need besides the question. */
    request: string;
    answer_text: string;
    /** JSON of ReplyOutput[]. */
    outputs: string;
    /** JSON of Usage, or null while running. */
    usage: string | null;
    error_code: number | null;
    error_message: string | null;
    /** The same in words for operators, who may know what the model server said. */
    error_cause: Generated<string | null>;
    reserved_nano: number;
    cost_nano: number;
    stop_requested: Flag;
    feedback: Feedback;
    quality: Quality;
    created_at: number;
    ended_at: number | null;
    /** The session in which a person was given this message instead of the agent; null for all others. */
    human_session_id: Generated<string | null>;
    /** What a person said between this round and the next: memory reads it with the round. */
    human_text: Generated<string>;
    /** What was said in the question's recordings, where the service listened. */
    heard_text: Generated<string>;
    /** What stood in the files of the question, as far as the service read them; cut. */
    read_text: Generated<string>;
  };
  /** The log of reply events, in batches as they were flushed. */
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
    data_name: string;
    source_url: string;
    content: string;
    score: number;
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
    /** As text, whatever its type. */
    value: string;
    value_type: Generated<'string' | 'number' | 'boolean'>;
    updated_at: number;
  };
  /** Anonymous visitors that a developer, or a page that proved it, has given a user_id. */
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
    /** What a fact tells (name, home, …), with a space between. */
    topics: string;
    /** One signed byte per dimension, only its direction counts; null until it was embedded. */
    vector: Uint8Array | null;
    /** The embedder the vector is of; empty when there is none. */
    vector_model: string;
    round_sequence: number;
    /** Its place among what was made of its round. */
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
    /** Whose storage it takes; null where nobody but the workspace is known. */
    agent_id: string | null;
    visitor_id: string | null;
  };
  /** Bytes of all files by owner. Written by triggers alone. */
  file_totals: {
    scope: 'workspace' | 'agent' | 'visitor';
    owner_id: string;
    bytes: number;
  };
  /** Contents of files where the processes share no folder. Empty on SQLite. */
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
