import type { Generated } from 'kysely';

/** nothing_found: no search of the knowledge found a passage. refusal: the reply says that it has no answer. */
export type UnansweredReason = 'nothing_found' | 'refusal' | 'bad_rating';
export type TopicStatus = 'open' | 'resolved' | 'dismissed';

export interface AnalyticsTables {
  /** Rows of other tables that changed after their figures were computed. Written by triggers. */
  analytics_changes: {
    position: Generated<number>;
    workspace_id: string;
    kind: 'rounds' | 'human_sessions' | 'conversations';
    source_id: string;
  };
  /** How far the raw data was read: rows up to this ID, except the newest ones. */
  analytics_cursors: {
    name: 'rounds' | 'human_sessions';
    scanned_id: string;
    scanned_at: number;
  };
  /** The time zone of the days of a workspace. Absent: UTC. */
  analytics_zones: {
    workspace_id: string;
    time_zone: string;
    /** While the figures move to another time zone: the newest fact that was moved. null: done. */
    moved_to_id: string | null;
  };
  /** What a round, a conversation or a human session added to the figures, so that it can be subtracted. */
  analytics_facts: {
    workspace_id: string;
    /** ID of the round, conversation or human session. */
    source_id: string;
    agent_id: string;
    channel: string;
    at: number;
    /** Days since the epoch, in the time zone of the workspace. */
    day: number;
    /** JSON of FactParts. */
    parts: string;
  };
  /** The figures of a day. '' as agent or channel: all of them. */
  analytics_days: {
    workspace_id: string;
    agent_id: string;
    channel: string;
    day: number;
    /** Ended rounds that the agent answered. Replaced versions do not count. */
    rounds: number;
    failed_rounds: number;
    /** Messages that a person got instead of the agent. */
    messages_to_people: number;
    feedback_good: number;
    feedback_bad: number;
    quality_unresolved: number;
    quality_partial: number;
    quality_full: number;
    cost_nano: number;
    /** Rounds whose search of the knowledge found nothing. */
    nothing_found: number;
    conversations: number;
    /** Conversations with a human session. */
    handed_off: number;
    /** Conversations without a human session whose newest rating is bad. */
    unresolved: number;
    handoffs: number;
    handoffs_answered: number;
    handoffs_open: number;
    missed_not_taken: number;
    missed_no_reply: number;
    missed_user_left: number;
    missed_unreachable: number;
    stars_1: number;
    stars_2: number;
    stars_3: number;
    stars_4: number;
    stars_5: number;
    tool_calls: number;
    tool_failures: number;
    /** Histograms, see encodeHistogram. */
    durations: string;
    first_tokens: string;
    waits: string;
    /** Active users by the days since their previous active day; 0: new users. */
    absences: string;
  };
  analytics_documents: {
    workspace_id: string;
    agent_id: string;
    document_id: string;
    day: number;
    channel: string;
    citations: number;
  };
  /** The same by blocks of 16 days. */
  analytics_document_blocks: {
    workspace_id: string;
    agent_id: string;
    /** The day divided by 16. */
    block: number;
    document_id: string;
    channel: string;
    citations: number;
  };
  analytics_tools: {
    workspace_id: string;
    agent_id: string;
    tool: string;
    day: number;
    channel: string;
    calls: number;
    failures: number;
  };
  /** Days on which a user wrote. '' as channel: all of them. */
  analytics_user_days: {
    agent_id: string;
    channel: string;
    /** Hash of the user ID. */
    user_key: string;
    day: number;
    rounds: number;
  };
  /** Questions of the same meaning that the agent did not answer. */
  unanswered_topics: {
    id: string;
    workspace_id: string;
    agent_id: string;
    status: TopicStatus;
    /** The embedding model of the fingerprint. '' if it has the words of the title. */
    model: string;
    /** Mean direction of the questions, one signed byte per dimension; or hashes of words, see encodeTerms. */
    fingerprint: Uint8Array;
    /** The question that is the title. */
    title_round_id: string;
    /** How well the title matches the topic. */
    title_score: number;
    total: number;
    nothing_found: number;
    refusals: number;
    bad_ratings: number;
    first_at: number;
    last_at: number;
    /** When the status was changed, and by whom. */
    changed_at: number;
    changed_by: string;
  };
  /** Deleted with the round. */
  unanswered_questions: {
    round_id: string;
    workspace_id: string;
    agent_id: string;
    /** null: not assigned yet. */
    topic_id: string | null;
    reason: UnansweredReason;
    /** Cut. */
    question: string;
    /** What the knowledge was searched for, or the question: a follow-up question alone says little. */
    query: string;
    created_at: number;
  };
}
