export { createAccounts } from './accounts.ts';
export { consoleLanguages } from './console-language.ts';
export { hasSignInMethod } from './has-sign-in-method.ts';
export type { Invitation } from './invitation-store.ts';
export { createInvitations, type Invitations, inviterOf } from './invitations.ts';
export { encryptedCodeApps } from './one-time-codes/one-time-codes.ts';
export {
  actorName,
  isInstallationOwner,
  type Operator,
  type PersonOperator,
  roleIn,
  type SecondFactor,
  type SignInFacts,
  satisfies,
  unmetRequirement,
  visibleWorkspaces,
  workspacesWhere,
} from './operator.ts';
export {
  createOperatorProfiles,
  type OperatorProfiles,
} from './operator-profiles/operator-profiles.ts';
export { picturePath } from './operator-profiles/picture-path.ts';
export { maxPublicNameLength } from './operator-profiles/public-name.ts';
export { type OperatorRole, type Permission, permissionTable, roleAllows } from './operator-roles.ts';
export { describeBrowser, readBrowser } from './operator-sessions/describe-browser.ts';
export {
  type OperatorSession,
  type OperatorSessionHolder,
  operatorSessionIdOf,
} from './operator-sessions/operator-session-store.ts';
export {
  createOperatorSessions,
  type OperatorSessionOrigin,
  type OperatorSessions,
  operatorSessionMs,
} from './operator-sessions/operator-sessions.ts';
export {
  hasAccount,
  hasOperatorPassword,
  hasOwner,
  lockFirstOwner,
  type Member,
  type OperatorAccount,
} from './operator-store.ts';
export { createOperatorTokens, type OperatorTokens } from './operator-tokens.ts';
export { createOperators, type Operators } from './operators.ts';
export type { Passkey } from './passkeys/passkey-store.ts';
export type { RelyingParty } from './passkeys/passkeys.ts';
export { createResetLinks, type ResetLinks } from './reset-links.ts';
export { createSecondFactors, type FactorAnswer, type SecondFactors } from './second-factors.ts';
export {
  deleteSetup,
  findSetup,
  insertSetup,
  type Setup,
  setupSteps,
  updateSetup,
} from './setup-store.ts';
export { knownBrowserMs, type Passwords } from './sign-in.ts';
export { createSignInAttempts, type SignInAttempts } from './sign-in-attempts/sign-in-attempts.ts';
export {
  createOidcProvider,
  type Identity,
  type OidcProvider,
  type PendingAuthorization,
} from './single-sign-on/provider.ts';
export { createSingleSignOn, type SingleSignOn } from './single-sign-on/single-sign-on.ts';
export { SingleSignOnError, type SingleSignOnProblem } from './single-sign-on/single-sign-on-error.ts';
export type { OperatorToken } from './token-store.ts';
