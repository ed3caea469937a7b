import { type OperatorRole, type Permission, roleAllows } from './operator-roles.ts';
import type { Membership } from './operator-store.ts';

/** Whoever holds an operator token. */
export interface TokenOperator {
  kind: 'token';
  id: string;
  name: string;
}

export interface PersonOperator {
  kind: 'person';
  id: string;
  email: string;
  name: string;
  memberships: Membership[];
}

/** Who operates the service in a request. */
export type Operator = TokenOperator | PersonOperator;

/** A token is owner everywhere. */
export const roleIn = (operator: Operator, workspaceId: string): OperatorRole | undefined =>
  operator.kind === 'token'
    ? 'owner'
    : operator.memberships.find((membership) => membership.workspaceId === workspaceId)?.role;

/** The workspaces where the operator may do this; undefined means all of them. */
export const workspacesWhere = (operator: Operator, permission: Permission): string[] | undefined =>
  operator.kind === 'token'
    ? undefined
    : operator.memberships
        .filter((membership) => roleAllows(membership.role, permission))
        .map((membership) => membership.workspaceId);

/** As the audit log names them. */
export const actorName = (operator: Operator): string =>
  operator.kind === 'token' ? `token ${operator.name}` : operator.email;
