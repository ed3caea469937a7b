import type { Selectable } from 'kysely';
import type { Schema } from '../db/index.ts';
import { type OperatorRole, type Permission, roleAllows } from './operator-roles.ts';
import type { GuardedMembership } from './operator-store.ts';

type SessionColumns = Selectable<Schema['operator_sessions']>;
export type SignInMethod = SessionColumns['method'];
export type SecondFactor = NonNullable<SessionColumns['second_factor']>;
export type SignInRequirement = Selectable<Schema['workspaces']>['sign_in_requirement'];

/** How somebody signed in. */
export interface SignInFacts {
  method: SignInMethod;
  secondFactor: SecondFactor | null;
}

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
  memberships: GuardedMembership[];
  session: SignInFacts & {
    id: string;
    /** Whether they proved who they are a short time ago, as changes to the account require. */
    isRecent: boolean;
  };
}

/** Who operates the service in a request. */
export type Operator = TokenOperator | PersonOperator;

/** A token is owner everywhere. */
export const roleIn = (operator: Operator, workspaceId: string): OperatorRole | undefined =>
  operator.kind === 'token'
    ? 'owner'
    : operator.memberships.find((membership) => membership.workspaceId === workspaceId)?.role;

/** A passkey checks possession and the person in one step. */
export const satisfies = ({ method, secondFactor }: SignInFacts, requirement: SignInRequirement): boolean => {
  if (requirement === 'sso') return method === 'sso';
  return requirement === 'none' || method === 'passkey' || secondFactor !== null;
};

/** What the workspace requires of a sign-in and this one lacks. A token is no person: it has nothing to confirm. */
export const unmetRequirement = (
  operator: Operator,
  workspaceId: string,
): Exclude<SignInRequirement, 'none'> | undefined => {
  if (operator.kind === 'token') return undefined;
  const membership = operator.memberships.find((one) => one.workspaceId === workspaceId);
  const requirement = membership?.signInRequirement ?? 'none';
  return requirement === 'none' || satisfies(operator.session, requirement) ? undefined : requirement;
};

/** The workspaces where the operator may do this; undefined means all of them. */
export const workspacesWhere = (operator: Operator, permission: Permission): string[] | undefined =>
  operator.kind === 'token'
    ? undefined
    : operator.memberships
        .filter(
          ({ role, workspaceId }) =>
            roleAllows(role, permission) && unmetRequirement(operator, workspaceId) === undefined,
        )
        .map((membership) => membership.workspaceId);

/** As the audit log names them. */
export const actorName = (operator: Operator): string =>
  operator.kind === 'token' ? `token ${operator.name}` : operator.email;
