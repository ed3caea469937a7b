import type { Problem } from '../state/chat-state.ts';
import type { Entry } from '../state/entries.ts';
import { t } from './translate.ts';

/** What is wrong and what to do. Errors without their own message show the text of the service. */
export const describeProblem = ({ code, message, status, retryAfterSeconds }: Problem): string => {
  if (status === 413 && code === 40000) return t('problem.noSpace');
  if (status === 409) return t('problem.cannotChange');
  if (status === 507) return t('problem.filesNotAccepted');
  switch (code) {
    case 0:
      return t('problem.unreachable');
    case 40008:
      return retryAfterSeconds
        ? t('problem.rateLimit', { seconds: retryAfterSeconds })
        : t('problem.rateLimitSoon');
    case 20022:
      return t('problem.noAnswers');
    case 20040:
      return t('problem.tooLong');
    case 40364:
      return t('problem.noImages');
    case 50000:
      return t('problem.internal');
    default:
      return message;
  }
};

/** What is wrong with a message or a reply. The waiting time is shown by the button that sends it again. */
export const describeFailure = ({ error, role, text }: Entry): string => {
  if (!error) return '';
  if (role === 'assistant' && text !== '' && error.code === 50000) return t('problem.cutOff');
  return describeProblem({ ...error, retryAfterSeconds: undefined });
};
