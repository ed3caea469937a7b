export {
  actorName,
  type Operator,
  type PersonOperator,
  roleIn,
  type SecondFactor,
  type SignInFacts,
  type SignInMethod,
  type SignInRequirement,
  satisfies,
  type TokenOperator,
  unmetRequirement,
  workspacesWhere,
} from './operator.ts';
export { type OperatorRole, type Permission, permissionTable, roleAllows } from './operator-roles.ts';
export { hasOperatorPassword, type MemberRow, type Membership, type OperatorRow } from './operator-store.ts';
export { createOperatorTokens, type OperatorTokens, presetTokenName } from './operator-tokens.ts';
export { createOperators, normalizeEmail, type Operators } from './operators.ts';
export { describeBrowser } from './sessions/describe-browser.ts';
export { type SessionHolder, type SessionRow, sessionIdOf } from './sessions/session-store.ts';
export { createSessions, type SessionOrigin, type Sessions, sessionMs } from './sessions/sessions.ts';
