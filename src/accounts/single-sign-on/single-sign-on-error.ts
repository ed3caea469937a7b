/** Why a sign-in through the provider came to nothing; the console has a text for each. */
export type SingleSignOnProblem =
  | 'provider-unreachable'
  /** The person or the provider said no. */
  | 'denied'
  | 'provider-error'
  /** What came back does not belong to what was asked for, or is not signed as it must be. */
  | 'answer-invalid'
  /** It took too long, or was begun in another browser. */
  | 'expired'
  | 'email-missing'
  | 'email-not-allowed'
  /** There is an account with this e-mail, but nobody has connected it. */
  | 'not-connected'
  | 'no-account'
  | 'account-closed'
  /** The identity belongs to another account, or the account to another identity. */
  | 'connected-elsewhere'
  | 'other-account'
  | 'invitation-invalid'
  | 'invitation-other-email'
  /** Somebody else set the password of the account and could use it. */
  | 'password-not-own';

export class SingleSignOnError extends Error {
  override readonly name = 'SingleSignOnError';
  readonly problem: SingleSignOnProblem;

  constructor(problem: SingleSignOnProblem, options: { cause?: unknown } = {}) {
    super(`Single sign-on failed: ${problem}`, options);
    this.problem = problem;
  }
}
