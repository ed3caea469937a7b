export type { InvitationRow } from './invitation-store.ts';
export { createInvitations, type Invitations, type Inviter, inviterOf } from './invitations.ts';
export { normalizeEmail } from './normalize-email.ts';
export {
  actorName,
  isInstallationOwner,
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
export {
  hasOperatorPassword,
  hasOwner,
  type MemberRow,
  type Membership,
  type OperatorRow,
} from './operator-store.ts';
export { createOperatorTokens, type OperatorTokens, presetTokenName } from './operator-tokens.ts';
export { createOperators, type Operators } from './operators.ts';
export { createResetLinks, type ResetLinks } from './reset-links.ts';
export { describeBrowser } from './sessions/describe-browser.ts';
export { type SessionHolder, type SessionRow, sessionIdOf } from './sessions/session-store.ts';
export { createSessions, type SessionOrigin, type Sessions, sessionMs } from './sessions/sessions.ts';
export { knownBrowserMs } from './sign-in.ts';
export type { TokenView } from './token-store.ts';
