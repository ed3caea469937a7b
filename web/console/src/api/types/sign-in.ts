import type { Session } from './session.ts';

export type SecondFactorMethod = 'code' | 'passkey' | 'recovery-code';

/** After the password: a session, or what is still missing. */
export type SignInAnswer =
  | { session: Session }
  | { session: null; secondFactor: { methods: SecondFactorMethod[] } };

export interface SignInMethods {
  passkeys: { origin: string; problem: 'ip-address' | 'insecure' | null };
  singleSignOn: { name: string } | null;
}

export interface Passkey {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface AccountSecurity {
  hasPassword: boolean;
  codeAppSince: string | null;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
  identities: { issuer: string; email: string; createdAt: string; lastUsedAt: string }[];
  isRecentSignIn: boolean;
}

export interface OwnSession {
  id: string;
  isCurrent: boolean;
  method: Session['method'];
  secondFactor: Session['secondFactor'];
  browser: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

export type SignInRequirement = 'none' | 'second-factor' | 'sso';
