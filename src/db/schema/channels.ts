import type { Generated } from 'kysely';

/** How a visitor was identified: not at all, claimed by the page, or verified by user_hash. */
export type VisitorIdentity = 'anonymous' | 'claimed' | 'proven';

export interface ChannelTables {
  /** A browser as one user in one channel of an agent. */
  visitors: {
    id: string;
    agent_id: string;
    channel: string;
    /** Hash of the secret that only the browser has. */
    browser_sha256: string;
    /** As in conversations: the anonymous_id while no user is named. */
    user_id: string;
    identity: VisitorIdentity;
    /** From the page or the visitor. '' for none. */
    email: string;
    /** Language tags of the page, most preferred first, joined by commas; '' for none. */
    locale: string;
    created_at: number;
    seen_at: number;
  };
  /** Tokens with which pages call the service. */
  visitor_tokens: {
    sha256: string;
    visitor_id: string;
    created_at: number;
    expires_at: number;
  };
  /** A bot or an app of a messaging platform that answers for an agent. */
  channel_connections: {
    id: string;
    workspace_id: string;
    agent_id: string;
    platform: string;
    name: string;
    /** The bot's id on the platform: one connection per bot. */
    account_key: string;
    /** The bot's name on the platform, such as @shop_bot. */
    account_name: string;
    /** JSON: fields that are not secret. */
    settings: string;
    /** JSON: secrets by name, each encrypted. */
    secrets: string;
    encryption_key_id: string | null;
    status: 'active' | 'paused';
    /** Increased by every change of an operator. */
    version: number;
    last_inbound_at: Generated<number | null>;
    last_error: Generated<string | null>;
    last_error_at: Generated<number | null>;
    created_at: number;
    updated_at: number;
  };
  /** What a platform sent, stored before it is acknowledged. Kept after that, so that a repetition is recognised. */
  channel_updates: {
    connection_id: string;
    update_key: string;
    /** Updates of one chat are processed one at a time, in the order of `position`. */
    chat_key: string;
    position: number;
    /** JSON. null once it is processed. */
    payload: string | null;
    received_at: number;
    processed_at: number | null;
    /** JSON: what followed from it, without content of users. */
    outcome: Generated<string | null>;
  };
  /** For platforms that are asked for updates: how far they were fetched. */
  channel_pulls: {
    connection_id: string;
    /** Increased whenever updates shall be fetched, so that a running job notices it. */
    requests: number;
    /** What the newest request told about the updates. null once they are fetched. */
    hint: string | null;
    /** The account to which `cursor` belongs. */
    account_key: string;
    /** Where the next fetch begins. */
    cursor: string | null;
    /** Failed attempts since the last success. */
    failures: number;
    /** The platform wants no call before that time. */
    retry_at: number | null;
    /** The last success. */
    pulled_at: number | null;
  };
  /** A person on a platform, as one connection knows them. */
  channel_users: {
    connection_id: string;
    user_key: string;
    agent_id: string;
    /** The anonymous_id of the user in conversations. */
    user_id: string;
    name: string;
    /** Language tag; '' if unknown. */
    language: string;
    /** '' if unknown. */
    phone: string;
    /** '' if unknown. */
    email: Generated<string>;
    /** The user does not want messages since then. */
    opted_out_at: number | null;
    created_at: number;
  };
  /** One person in one chat. */
  channel_chats: {
    id: string;
    connection_id: string;
    chat_key: string;
    user_key: string;
    /** JSON: what the platform needs to deliver to this chat. */
    address: string;
    /** The conversation that the next message continues. */
    conversation_id: string | null;
    created_at: number;
  };
  /**
   * The message that a round answers, until its reply is stored or, if there is a draft, for some days. Only of platforms that wait
   * for the reply to each message, and of replies that were shown while they were written.
   */
  channel_replies: {
    round_id: string;
    chat_id: string;
    /** JSON, as in `channel_chats`. */
    address: string;
    /** The message that shows the reply while it is being written. '': it was sent, and its id is not known yet. */
    draft: string | null;
    drafted_at: number | null;
    /** 1: a delivery replaces the draft. */
    is_draft_used: number;
    created_at: number;
  };
  /** The chat of each conversation, also of earlier ones: a person may reply late. */
  channel_conversations: {
    conversation_id: string;
    chat_id: string;
  };
}
