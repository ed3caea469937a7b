import type { Schema } from '../db/index.ts';

export type OperatorRole = Schema['memberships']['role'];

/**
 * The lowest role with a permission in a workspace. A viewer reads, an editor manages agents and their
 * knowledge, an owner also manages access: people, keys (which outlive the editor who made them) and
 * credits.
 */
export const permissionTable = {
  'workspace:read': 'viewer',
  'agent:read': 'viewer',
  'key:read': 'viewer',
  'knowledge:read': 'viewer',
  'table:read': 'viewer',
  'conversation:read': 'viewer',
  'operation:read': 'viewer',
  'credit:read': 'viewer',
  'audit:read': 'viewer',

  'agent:write': 'editor',
  'knowledge:write': 'editor',
  'table:write': 'editor',
  'conversation:write': 'editor',
  'operation:write': 'editor',

  'workspace:write': 'owner',
  'operator:read': 'owner',
  'operator:write': 'owner',
  'token:read': 'owner',
  'token:write': 'owner',
  'key:write': 'owner',
  'credit:write': 'owner',
} as const satisfies Record<string, OperatorRole>;

export type Permission = keyof typeof permissionTable;

const ranks: Record<OperatorRole, number> = { viewer: 1, editor: 2, owner: 3 };

export const roleAllows = (role: OperatorRole, permission: Permission): boolean =>
  ranks[role] >= ranks[permissionTable[permission]];
