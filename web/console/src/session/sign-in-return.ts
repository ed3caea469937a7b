import { signedInHint } from './signed-in-hint.ts';

const parameter = 'sign-in';
const successes = ['done', 'connected', 'confirmed'];

/** What came of a visit to the provider of single sign-on, as the address says it; read once, when the page loads. */
const readOutcome = (): string | undefined => {
  const url = new URL(location.href);
  const outcome = url.searchParams.get(parameter);
  if (outcome === null) return undefined;
  url.searchParams.delete(parameter);
  history.replaceState(history.state, '', url);
  if (successes.includes(outcome)) signedInHint.write(true);
  return outcome;
};

const problems: Record<string, string> = {
  'provider-unreachable': 'The provider of single sign-on cannot be reached. Try again later.',
  denied: 'The provider did not let you sign in, or you cancelled it there.',
  'provider-error':
    'The provider reports an error. Try again; if it stays like this, ask your administrator.',
  'answer-invalid':
    'The answer of the provider could not be verified. Try again; if it stays like this, ask your administrator.',
  expired: 'That took too long, or was begun in another browser. Try again.',
  'email-missing':
    'The provider does not report a verified e-mail address for you. Ask your administrator to have it verified.',
  'email-not-allowed': 'Addresses of your e-mail domain may not sign in here.',
  'not-connected':
    'You have an account here that is not connected to single sign-on yet. Sign in as usual, then connect it under My account.',
  'no-account': 'You have no account here. Ask an owner of a workspace to invite you.',
  'account-closed': 'Your account is locked. Ask an owner of your workspace.',
  'connected-elsewhere':
    'This identity is connected to another account, or your account to another identity.',
  'other-account':
    'You signed in at the provider with another e-mail address than that of your account here.',
  'invitation-invalid': 'This invitation was used, withdrawn or has expired. Ask for a new link.',
  'invitation-other-email': 'The invitation is for another e-mail address than the one you signed in with.',
  'password-not-own':
    'Somebody else set your password and may know it. Sign in, choose a new password, then accept the invitation.',
};

const outcome = readOutcome();

/** In words; undefined when it went well, or nobody came from a provider. */
export const signInProblem: string | undefined =
  outcome === undefined || successes.includes(outcome)
    ? undefined
    : (problems[outcome] ?? 'Single sign-on did not work. Try again.');

export const signInOutcome = outcome;
