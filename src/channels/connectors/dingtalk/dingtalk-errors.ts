import type { SendOutcome } from '../connector.ts';
import { type ApiAnswer, excerptOf } from '../platform-api.ts';

/** The code of an error. The newer API has texts, the older one numbers. Undefined if the call succeeded, or without a code. */
export const codeOf = ({ json }: ApiAnswer): string | undefined => {
  const { code, errcode } = (json ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof code === 'string') return code;
  return typeof errcode === 'number' && errcode !== 0 ? String(errcode) : undefined;
};

const is = (answer: ApiAnswer, pattern: RegExp): boolean => pattern.test(codeOf(answer) ?? '');

export const isRejectedToken = (answer: ApiAnswer): boolean =>
  answer.status === 401 || is(answer, /^(?:InvalidAuthentication|40014|42001)$/i);

const isRateLimited = (answer: ApiAnswer): boolean =>
  answer.status === 429 || is(answer, /QpsLimit|Throttl|FlowControl|^(?:90018|130101)$/i);

/** Problems of the platform. Another attempt can succeed. */
const isPassing = (answer: ApiAnswer): boolean =>
  answer.status >= 500 || codeOf(answer) === undefined || codeOf(answer) === '-1';

/** Nothing can be sent until an operator changes the app. */
const isRefused = (answer: ApiAnswer): boolean =>
  isRejectedToken(answer) ||
  is(answer, /^Forbidden\.|invalidClient|robotCode|^(?:resource\.not\.found|40089|60011|60020)$/i);

const texts: Readonly<Record<string, string>> = {
  'staffId.notExisted': 'The user is not in the organisation',
  'Forbidden.AccessDenied.AccessTokenPermissionDenied': 'The app lacks a permission',
  'Forbidden.AccessDenied.IpNotInWhiteList': 'The app does not allow calls from this address',
  310000: 'DingTalk did not accept the session of the chat',
  300005: 'The session of the chat has ended',
};

export const explainDingTalk = (answer: ApiAnswer, secrets: readonly string[]): string => {
  const code = codeOf(answer);
  if (code === undefined) return `DingTalk answered ${answer.status}`;
  const known = texts[code];
  if (known !== undefined) return `${known} (${code})`;
  const { message, errmsg } = answer.json as { message?: unknown; errmsg?: unknown };
  const detail = excerptOf(String(message ?? errmsg ?? ''), secrets).slice(0, 200);
  return `DingTalk reported ${code.slice(0, 100)}: ${detail}`;
};

/** How long a call waits if there were too many. DingTalk does not say it, and counts calls of a second or a minute. */
const rateLimitMs = 5000;
const longestWaitMs = 3_600_000;

const waitMsOf = ({ headers }: ApiAnswer): number => {
  const seconds = Number(headers['retry-after']);
  return seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : rateLimitMs;
};

/** The result for one user of a call that can have several. */
const listed = ({ json }: ApiAnswer, field: string): boolean => {
  const list = ((json ?? {}) as Record<string, unknown>)[field];
  return Array.isArray(list) && list.length > 0;
};

export const dingTalkOutcomeOf = (
  answer: ApiAnswer,
  url: string,
  secrets: readonly string[],
): SendOutcome => {
  const { status } = answer;
  const shown = { url, httpStatus: status, excerpt: excerptOf(answer.text, secrets) };
  const isAccepted = status === 200 && codeOf(answer) === undefined && answer.json !== undefined;
  if (isAccepted && listed(answer, 'invalidStaffIdList'))
    return { ...shown, error: 'The user is not in the organisation', retryAfterMs: null, isFinal: true };
  if (isAccepted && listed(answer, 'flowControlledStaffIdList'))
    return {
      ...shown,
      error: 'Too many messages to this user',
      retryAfterMs: rateLimitMs,
      isRateLimited: true,
    };
  if (isAccepted) return { ...shown, error: null, retryAfterMs: null };
  const failure = { ...shown, error: explainDingTalk(answer, secrets), retryAfterMs: null };
  if (isRateLimited(answer)) return { ...failure, retryAfterMs: waitMsOf(answer), isRateLimited: true };
  if (isPassing(answer)) return failure;
  return isRefused(answer) ? { ...failure, isRefused: true } : { ...failure, isFinal: true };
};
