/** Whose word there is for who a visitor is: nobody's yet, the page's, or the site's by user_hash. */
export type VisitorIdentity = 'anonymous' | 'claimed' | 'proven';

export interface ChannelTables {
  /** A browser as one user in one channel of an agent. */
  visitors: {
    id: string;
    agent_id: string;
    channel: string;
    /** Of the secret the browser keeps; the secret itself is nowhere else. */
    browser_sha256: string;
    /** As conversations carry it: the anonymous_id while nobody is named. */
    user_id: string;
    identity: VisitorIdentity;
    /** What the page or the visitor gave; '' for none. */
    email: string;
    /** Language tags of the page, most preferred first, joined by commas; '' for none. */
    locale: string;
    created_at: number;
    seen_at: number;
  };
  /** What a page calls with. */
  visitor_tokens: {
    sha256: string;
    visitor_id: string;
    created_at: number;
    expires_at: number;
  };
}
