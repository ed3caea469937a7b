import type { Selectable } from 'kysely';
import { tokenActor } from '../audit/index.ts';
import type { Schema } from '../db/index.ts';
import type { ConsoleLanguage } from './console-language.ts';
import { type OperatorRole, type Permission, roleAllows } from './operator-roles.ts';
import type { GuardedMembership } from './operator-store.ts';

type OperatorSessionColumns = Selectable<Schema['operator_sessions']>;
export type SignInMethod = OperatorSessionColumns['method'];
export type SecondFactor = NonNullable<OperatorSessionColumns['second_factor']>;
export type SignInRequirement = Selectable<Schema['workspaces']>['sign_in_requirement'];

/** How the operator signed in. */
export interface SignInFacts {
  method: SignInMethod;
  secondFactor: SecondFactor | null;
}

/** A caller with an operator token. */
export interface TokenOperator {
  kind: 'token';
  id: string;
  name: string;
  role: OperatorRole;
  /** The one workspace in which the token is valid; null: in all of them. */
  workspaceId: string | null;
}

export interface PersonOperator {
  kind: 'person';
  id: string;
  email: string;
  name: string;
  /** Of the console; null: the language of the browser. */
  language: ConsoleLanguage | null;
  memberships: GuardedMembership[];
  session: SignInFacts & {
    id: string;
    /** Whether they proved their identity recently, as changes to the account require. */
    isRecent: boolean;
  };
}

/** The operator of a request. */
export type Operator = TokenOperator | PersonOperator;

export const roleIn = (operator: Operator, workspaceId: string): OperatorRole | undefined => {
  if (operator.kind === 'person')
    return operator.memberships.find((membership) => membership.workspaceId === workspaceId)?.role;
  const isValidThere = operator.workspaceId === null || operator.workspaceId === workspaceId;
  return isValidThere ? operator.role : undefined;
};

/** A passkey checks possession and the person in one step. */
export const satisfies = ({ method, secondFactor }: SignInFacts, requirement: SignInRequirement): boolean => {
  if (requirement === 'sso') return method === 'sso';
  return requirement === 'none' || method === 'passkey' || secondFactor !== null;
};

/** Requirements of the workspace that this sign-in does not meet. Tokens have no such requirements. */
export const unmetRequirement = (
  operator: Operator,
  workspaceId: string,
): Exclude<SignInRequirement, 'none'> | undefined => {
  if (operator.kind === 'token') return undefined;
  const membership = operator.memberships.find((one) => one.workspaceId === workspaceId);
  const requirement = membership?.signInRequirement ?? 'none';
  return requirement === 'none' || satisfies(operator.session, requirement) ? undefined : requirement;
};

/** The workspaces where the operator may do this. Undefined means all. */
export const workspacesWhere = (operator: Operator, permission: Permission): string[] | undefined => {
  if (operator.kind === 'person')
    return operator.memberships
      .filter(
        ({ role, workspaceId }) =>
          roleAllows(role, permission) && unmetRequirement(operator, workspaceId) === undefined,
      )
      .map((membership) => membership.workspaceId);
  if (!roleAllows(operator.role, permission)) return [];
  return operator.workspaceId === null ? undefined : [operator.workspaceId];
};

/** The workspaces of the operator, even if the sign-in does not meet their requirements. Undefined means all. */
export const visibleWorkspaces = (operator: Operator): string[] | undefined =>
  operator.kind === 'token'
    ? workspacesWhere(operator, 'workspace:read')
    : operator.memberships.map(({ workspaceId }) => workspaceId);

/** Whether the operator may manage the whole installation: only a token with the role owner in all workspaces. */
export const isInstallationOwner = (operator: Operator): boolean =>
  operator.kind === 'token' && operator.workspaceId === null && operator.role === 'owner';

/** The name in the audit log. */
export const actorName = (operator: Operator): string =>
  operator.kind === 'token' ? tokenActor(operator.name) : operator.email;
