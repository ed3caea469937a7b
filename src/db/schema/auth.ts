import type { Generated } from 'kysely';

export type OperatorRole = 'owner' | 'editor' | 'viewer';
export type SignInMethod = 'password' | 'passkey' | 'sso' | 'token';
/** `provider`: the OpenID provider reports that it checked one. */
export type SecondFactor = 'code' | 'recovery-code' | 'passkey' | 'provider';

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
    method: Generated<SignInMethod>;
    /** The second factor that was checked, if any. */
    second_factor: SecondFactor | null;
    /** When the holder last proved who they are. */
    authenticated_at: Generated<number>;
    last_seen_at: Generated<number>;
    address: Generated<string>;
    user_agent: Generated<string>;
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
