import type { Role } from './session.ts';

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  expired: boolean;
}

export interface InvitationLink {
  invitation: Invitation;
  /** Shown once. */
  link: string;
}

/** As the invited person sees it. */
export interface OpenInvitation {
  workspaceName: string;
  email: string;
  role: Role;
  invitedBy: string;
  expiresAt: string;
}

export interface ResetLink {
  link: string;
  expiresAt: string;
}

export interface OperatorToken {
  id: string;
  name: string;
  kind: 'created' | 'preset' | 'first-start';
  role: Role;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

export interface NewOperatorToken extends OperatorToken {
  /** Shown once. */
  token: string;
}
