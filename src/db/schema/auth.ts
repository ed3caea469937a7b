export type OperatorRole = 'owner' | 'editor' | 'viewer';

export interface AuthTables {
  api_keys: {
    id: string;
    agent_id: string;
    name: string;
    /** First characters, for people to tell keys apart. */
    prefix: string;
    sha256: string;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
    last_used_at: number | null;
  };
  operators: {
    id: string;
    email: string;
    name: string;
    password_hash: string;
    created_at: number;
    disabled_at: number | null;
  };
  memberships: {
    operator_id: string;
    workspace_id: string;
    role: OperatorRole;
  };
  operator_sessions: {
    sha256: string;
    /** Signed in with a password, or else … */
    operator_id: string | null;
    /** … with an operator token, and signed out with its end. */
    token_id: string | null;
    created_at: number;
    expires_at: number;
  };
  /** Operator tokens: the one preset by the settings or made at the first start, and any made later. */
  operator_tokens: {
    id: string;
    name: string;
    sha256: string;
    created_at: number;
    revoked_at: number | null;
  };
}
