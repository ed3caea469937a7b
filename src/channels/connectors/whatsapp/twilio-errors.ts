import type { SendOutcome } from '../connector.ts';
import { type ApiAnswer, excerptOf } from '../platform-api.ts';

/** A free message more than 24 hours after the newest message of the user. */
export const outsideWindow = 63016;
/** The variables do not fit the template. */
export const variableMismatch = 21656;

const texts: Readonly<Record<number, string>> = {
  20003: 'Twilio does not accept the auth token',
  21610: 'The user sent STOP to this number. Twilio delivers no messages to the user',
  63003: 'The number of the user is not on WhatsApp',
  63016: 'The user wrote more than 24 hours ago. WhatsApp then accepts only a template',
  63018: 'The number sends more messages than WhatsApp allows',
  63024: 'The number of the user is not on WhatsApp, or the user does not accept messages',
};

/** What an error code means, with the text of Twilio. */
export const explainTwilio = (code: number, detail: string): string => {
  const known = texts[code];
  if (known !== undefined) return `${known} (${code})`;
  return `Twilio reported error ${code}${detail === '' ? '' : `: ${detail}`}`.slice(0, 300);
};

interface TwilioError {
  code?: number;
  message?: string;
}

export const twilioErrorOf = ({ status, json }: ApiAnswer): TwilioError | undefined =>
  status >= 400 && json !== null && typeof json === 'object' ? (json as TwilioError) : undefined;

const defaultWaitMs = 2000;
const longestWaitMs = 60 * 60 * 1000;

export const explainTwilioAnswer = (answer: ApiAnswer, secrets: readonly string[]): string => {
  const error = twilioErrorOf(answer);
  if (error?.code === undefined) return `Twilio answered ${answer.status}`;
  return explainTwilio(error.code, excerptOf(String(error.message ?? ''), secrets));
};

export const twilioOutcomeOf = (answer: ApiAnswer, url: string, secrets: readonly string[]): SendOutcome => {
  const { status, headers } = answer;
  const shown = { url, httpStatus: status, excerpt: excerptOf(answer.text, secrets) };
  if (status >= 200 && status < 300) return { ...shown, error: null, retryAfterMs: null };
  const code = twilioErrorOf(answer)?.code;
  const failure = { ...shown, error: explainTwilioAnswer(answer, secrets), retryAfterMs: null };
  if (status === 429 || code === 20429 || code === 63018) {
    const seconds = Number(headers['retry-after']);
    const waitMs = seconds > 0 ? seconds * 1000 : defaultWaitMs;
    return { ...failure, retryAfterMs: Math.min(waitMs, longestWaitMs), isRateLimited: true };
  }
  if (status === 401 || code === 20003) return { ...failure, isRefused: true };
  return status < 500 && code !== undefined ? { ...failure, isFinal: true } : failure;
};
