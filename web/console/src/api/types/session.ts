export type Role = 'owner' | 'editor' | 'viewer';

export interface SessionWorkspace {
  id: string;
  name: string;
  role: Role;
  /** What the workspace requires of a sign-in and this session lacks. */
  unmet: 'second-factor' | 'sso' | null;
}

export interface Session {
  kind: 'person' | 'token';
  id: string;
  name: string;
  email: string | null;
  /** Whether it acts for the whole installation. */
  isInstallationOwner: boolean;
  method: 'password' | 'passkey' | 'sso' | 'token';
  secondFactor: 'code' | 'recovery-code' | 'passkey' | 'provider' | null;
  workspaces: SessionWorkspace[];
  /** The least role that may do each thing in a workspace. */
  permissions: Record<string, Role>;
}

export interface Operator {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  createdAt: string;
}

export interface Workspace {
  id: string;
  name: string;
  role: Role;
  createdAt: string;
}

export interface AuditEntry {
  id: string;
  workspaceId: string | null;
  actor: string;
  action: string;
  targetKind: string;
  targetId: string;
  changes: Record<string, [unknown, unknown]>;
  createdAt: string;
}
