import type { Flag } from './flag.ts';

export interface SignInTables {
  /** The authenticator app of an account. */
  one_time_code_apps: {
    operator_id: string;
    /** Encrypted. */
    secret: string;
    encryption_key_id: string | null;
    /** The newest accepted time step: a code works once. */
    last_step: number;
    created_at: number;
    /** null: the person has not entered a first code yet, so it is not active. */
    confirmed_at: number | null;
  };
  recovery_codes: {
    operator_id: string;
    sha256: string;
    used_at: number | null;
  };
  passkeys: {
    id: string;
    operator_id: string;
    /** Id from the browser, base64url. */
    credential_id: string;
    /** COSE, base64url. */
    public_key: string;
    counter: number;
    /** JSON list. */
    transports: string;
    backed_up: Flag;
    name: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** Accounts of the OpenID provider that are linked to operators. */
  operator_identities: {
    issuer: string;
    subject: string;
    operator_id: string;
    /** As last reported by the provider, for display only. */
    email: string;
    created_at: number;
    last_used_at: number;
  };
  /** Steps of a sign-in in progress in one browser. Not a session. */
  sign_in_attempts: {
    /** Hash of the secret in the browser's cookie. */
    sha256: string;
    kind: 'second-factor' | 'passkey' | 'passkey-registration' | 'sso';
    operator_id: string | null;
    /** JSON, by kind. */
    data: string;
    failures: number;
    expires_at: number;
  };
}
