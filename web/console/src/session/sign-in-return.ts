import { type LabelKey, t } from '../messages/translate.ts';
import { signedInHint } from './signed-in-hint.ts';

const parameter = 'sign-in';
const successes = ['done', 'connected', 'confirmed'];

/** Result of single sign-on, which the service adds to the address. Read once, when the page loads. */
const readOutcome = (): string | undefined => {
  const url = new URL(location.href);
  const outcome = url.searchParams.get(parameter);
  if (outcome === null) return undefined;
  url.searchParams.delete(parameter);
  history.replaceState(history.state, '', url);
  if (successes.includes(outcome)) signedInHint.write(true);
  return outcome;
};

const problems: Record<string, LabelKey> = {
  'provider-unreachable': 'session.problem.providerUnreachable',
  denied: 'session.problem.denied',
  'provider-error': 'session.problem.providerError',
  'answer-invalid': 'session.problem.answerInvalid',
  expired: 'session.problem.expired',
  'email-missing': 'session.problem.emailMissing',
  'email-not-allowed': 'session.problem.emailNotAllowed',
  'not-connected': 'session.problem.notConnected',
  'no-account': 'session.problem.noAccount',
  'account-closed': 'session.problem.accountDisabled',
  'connected-elsewhere': 'session.problem.connectedElsewhere',
  'other-account': 'session.problem.otherAccount',
  'invitation-invalid': 'session.problem.invitationInvalid',
  'invitation-other-email': 'session.problem.invitationOtherEmail',
  'password-not-own': 'session.problem.passwordNotOwn',
};

const outcome = readOutcome();

/** Why single sign-on failed; undefined if it succeeded or was not used. */
export const signInProblem = (): string | undefined =>
  outcome === undefined || successes.includes(outcome)
    ? undefined
    : t(Object.hasOwn(problems, outcome) ? problems[outcome]! : 'session.problem.unknown');

export const signInOutcome = outcome;
