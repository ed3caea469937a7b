import type { Schema } from '../db/index.ts';

export type OperatorRole = Schema['memberships']['role'];

const owners = ['owner'] as const satisfies OperatorRole[];
const editors = ['editor', ...owners] as const satisfies OperatorRole[];
const readers = ['viewer', ...editors] as const satisfies OperatorRole[];
/** Roles that answer users in the inbox. */
const repliers = ['support', ...editors] as const satisfies OperatorRole[];
const everyone = ['support', ...readers] as const satisfies OperatorRole[];

/**
 * The roles with a permission in a workspace. A viewer reads. Support answers users in the inbox and reads conversations and
 * knowledge. An editor manages agents and their knowledge. An owner also manages access: people, keys (which outlive the
 * editor who made them) and credits.
 */
export const permissionTable = {
  'workspace:read': everyone,
  /** Names of the agents, without settings. */
  'agent:list': everyone,
  'knowledge:read': everyone,
  'conversation:read': everyone,

  'agent:read': readers,
  /** All conversations of an agent as one file. */
  'conversation:export': readers,
  'key:read': readers,
  'table:read': readers,
  'operation:read': readers,
  'credit:read': readers,
  'audit:read': readers,

  'inbox:write': repliers,

  /** Labels and canned replies. */
  'inbox:manage': editors,
  'agent:write': editors,
  'knowledge:write': editors,
  'table:write': editors,
  'conversation:write': editors,
  'operation:write': editors,

  'workspace:write': owners,
  'operator:read': owners,
  'operator:write': owners,
  'token:read': owners,
  'token:write': owners,
  'key:write': owners,
  'credit:write': owners,
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof permissionTable;

export const roleAllows = (role: OperatorRole, permission: Permission): boolean =>
  (permissionTable[permission] as readonly OperatorRole[]).includes(role);
