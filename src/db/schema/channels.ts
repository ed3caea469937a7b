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
}
