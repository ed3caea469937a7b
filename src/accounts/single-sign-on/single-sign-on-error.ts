/** Why single sign-on failed. The console has a text for each. */
export type SingleSignOnProblem =
  | 'provider-unreachable'
  /** The person or the provider denied access. */
  | 'denied'
  | 'provider-error'
  /** The response does not match the request, or its signature is invalid. */
  | 'answer-invalid'
  /** It took too long, or was started in another browser. */
  | 'expired'
  | 'email-missing'
  | 'email-not-allowed'
  /** An account with this e-mail exists but is not connected. */
  | 'not-connected'
  | 'no-account'
  | 'account-closed'
  /** The identity belongs to another account, or the account to another identity. */
  | 'connected-elsewhere'
  | 'other-account'
  | 'invitation-invalid'
  | 'invitation-other-email'
  /** Somebody else set the password of the account and could still use it. */
  | 'password-not-own';

export class SingleSignOnError extends Error {
  override readonly name = 'SingleSignOnError';
  readonly problem: SingleSignOnProblem;

  constructor(problem: SingleSignOnProblem, options: { cause?: unknown } = {}) {
    super(`Single sign-on failed: ${problem}`, options);
    this.problem = problem;
  }
}
