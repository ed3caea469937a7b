import type { SendOutcome } from '../connector.ts';
import { type ApiAnswer, excerptOf } from '../platform-api.ts';

/** The number of parameters differs from the template. */
export const parameterMismatch = 132000;
/** A free message more than 24 hours after the newest message of the user. */
export const outsideWindow = 131047;

/** Too many calls, and how long to wait if the answer does not say it. */
const rateLimits: Readonly<Record<number, number>> = {
  4: 60_000,
  80007: 60_000,
  130429: 2000,
  133016: 60_000,
  // Too many messages to one user.
  131056: 6000,
};

/** Token or permission. */
const isRefusedCode = (code: number): boolean =>
  code === 0 || code === 3 || code === 10 || code === 190 || (code >= 200 && code < 300);

/** The account cannot send at all until an operator solves it on the platform. */
const accountProblems: ReadonlySet<number> = new Set([368, 131031, 131042, 131045, 133010]);

/** Problems of the platform. Another attempt can succeed. */
const passing: ReadonlySet<number> = new Set([1, 2, 131000, 131016, 131048, 131057, 133004]);

const texts: Readonly<Record<number, string>> = {
  190: 'The access token has expired or was revoked',
  131026:
    'The message cannot be delivered: the user has no WhatsApp, blocked the number or uses an old version',
  131030: 'The number of the user is not on the list of recipients of the test number',
  131047: 'The user wrote more than 24 hours ago. WhatsApp then accepts only a template',
  131049: 'WhatsApp did not deliver the template, to limit messages of businesses to the user',
  131050: 'The user does not want marketing messages of this business',
  131053: 'WhatsApp does not accept this kind of file',
  132001: 'The template does not exist in this language, or is not approved',
  132015: 'The template is paused because of its quality',
  132016: 'The template is disabled because of its quality',
};

/** What an error code means, with the text of the platform. */
export const explain = (code: number, detail: string): string => {
  const known = texts[code];
  return (known === undefined ? `WhatsApp reported error ${code}: ${detail}` : `${known} (${code})`).slice(
    0,
    300,
  );
};

interface GraphError {
  code?: number;
  message?: string;
  error_data?: { details?: string };
}

export const errorOf = ({ json }: ApiAnswer): GraphError | undefined => {
  const { error } = (json ?? {}) as { error?: GraphError };
  return error !== null && typeof error === 'object' ? error : undefined;
};

export const explainAnswer = (answer: ApiAnswer, secrets: readonly string[]): string => {
  const error = errorOf(answer);
  if (!error) return `WhatsApp answered ${answer.status}`;
  const detail = error.error_data?.details ?? error.message ?? '';
  return explain(Number(error.code ?? 0), excerptOf(String(detail), secrets));
};

const longestWaitMs = 60 * 60 * 1000;

const waitOf = ({ headers }: ApiAnswer, code: number): number => {
  const seconds = Number(headers['retry-after']);
  const waitMs = seconds > 0 ? seconds * 1000 : (rateLimits[code] ?? 5000);
  return Math.min(waitMs, longestWaitMs);
};

export const isRefusedAnswer = (answer: ApiAnswer): boolean =>
  answer.status === 401 || (answer.status >= 400 && isRefusedCode(errorOf(answer)?.code ?? -1));

/** The outcome of a call that sends a message or uploads a file. */
export const outcomeOf = (answer: ApiAnswer, url: string, secrets: readonly string[]): SendOutcome => {
  const { status } = answer;
  const shown = { url, httpStatus: status, excerpt: excerptOf(answer.text, secrets) };
  const code = Number(errorOf(answer)?.code ?? -1);
  if (status >= 200 && status < 300 && code === -1) return { ...shown, error: null, retryAfterMs: null };
  const failure = { ...shown, error: explainAnswer(answer, secrets), retryAfterMs: null };
  if (status === 429 || rateLimits[code] !== undefined)
    return { ...failure, retryAfterMs: waitOf(answer, code), isRateLimited: true };
  if (isRefusedAnswer(answer) || accountProblems.has(code)) return { ...failure, isRefused: true };
  return status >= 500 || code === -1 || passing.has(code) ? failure : { ...failure, isFinal: true };
};
