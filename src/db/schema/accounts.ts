import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export type OperatorRole = 'owner' | 'editor' | 'viewer' | 'support';
export type SignInMethod = 'password' | 'passkey' | 'sso' | 'token';
/** `provider`: the OpenID provider reports that it checked a second factor. */
export type SecondFactor = 'code' | 'recovery-code' | 'passkey' | 'provider';

export interface AccountTables {
  operators: {
    id: string;
    email: string;
    name: string;
    password_hash: string;
    /** 1: the person chose the password. 0: another person set it and may know it. */
    password_chosen: Generated<Flag>;
    created_at: number;
    disabled_at: number | null;
    /** Language of the console. null: the language of the browser. */
    language: Generated<string | null>;
  };
  /** How users see an operator who answers them in the inbox. */
  operator_profiles: {
    operator_id: string;
    /** Empty: users see no name. */
    public_name: string;
    /** Random, and new for every picture. null: no picture. */
    picture_id: string | null;
    picture_type: string | null;
    picture: Uint8Array | null;
    updated_at: number;
  };
  /** The setup of the installation, until the first operator has finished or skipped it. */
  operator_setups: {
    operator_id: string;
    workspace_id: string;
    step: 'workspace' | 'model' | 'agent' | 'try';
    /** The first agent, once it exists. */
    agent_id: string | null;
  };
  memberships: {
    operator_id: string;
    workspace_id: string;
    role: OperatorRole;
  };
  operator_sessions: {
    sha256: string;
    /** The operator of the session. null if it was opened with an operator token. */
    operator_id: string | null;
    /** The operator token of the session, which ends with it. null for a session of a person. */
    token_id: string | null;
    created_at: number;
    expires_at: number;
    method: Generated<SignInMethod>;
    /** The second factor that was checked, if any. */
    second_factor: SecondFactor | null;
    /** Time of the last authentication. */
    authenticated_at: Generated<number>;
    last_seen_at: Generated<number>;
    address: Generated<string>;
    user_agent: Generated<string>;
  };
  operator_tokens: {
    id: string;
    name: string;
    sha256: string;
    /** preset: from the setting. first-start: printed at the first start, valid until there is an owner. */
    kind: Generated<'created' | 'preset' | 'first-start'>;
    role: Generated<OperatorRole>;
    /** null: valid in every workspace. */
    workspace_id: string | null;
    /** The creator, as named in the audit log. */
    created_by: Generated<string>;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
    last_used_at: number | null;
  };
  /** Only pending ones: an invitation is deleted when it is accepted or withdrawn. */
  operator_invitations: {
    id: string;
    workspace_id: string;
    email: string;
    role: OperatorRole;
    /** Hash of the token in the link. */
    sha256: string;
    created_by: string;
    /** Id of the operator or token. */
    created_by_id: string;
    created_at: number;
    expires_at: number;
  };
  /** At most one per person. A new link replaces the previous one. */
  operator_reset_links: {
    operator_id: string;
    sha256: string;
    /** Id of the operator or token. Empty: the command line. */
    created_by_id: string;
    created_at: number;
    expires_at: number;
  };
  /** Browsers with an earlier sign-in: failed attempts elsewhere do not lock them out. */
  operator_browsers: {
    sha256: string;
    operator_id: string;
    created_at: number;
    seen_at: number;
  };
}
