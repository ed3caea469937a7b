import type { SendOutcome } from '../connector.ts';
import { type ApiAnswer, excerptOf } from '../platform-api.ts';

/** The token of a request, with which messages are fetched, has ended. */
export const messageTokenEnded = 95007;

/** The address of the service is not one of the trusted ones of the app. */
export const addressNotAllowed = 60020;

const rejectedTokens: ReadonlySet<number> = new Set([40014, 41001, 42001]);
const rateLimits: ReadonlySet<number> = new Set([45009, 45011, 45033]);
/** Nothing can be sent until an operator changes something at WeCom. */
const refusals: ReadonlySet<number> = new Set([40001, 40013, 48002, 60011, addressNotAllowed, 95000, 95017]);
const systemBusy = -1;

const texts: Readonly<Record<number, string>> = {
  40001: 'WeCom does not accept the secret',
  40013: 'WeCom does not know the corp ID',
  45009: 'Too many calls',
  48002: 'The secret may not use this interface',
  [addressNotAllowed]:
    'WeCom does not allow calls from this address. Add the address of the service to the trusted IP addresses of the app',
  95000: 'The customer service account does not exist',
  95001: 'WeChat accepts five messages after each message of the user',
  95002: 'The user wrote more than 48 hours ago',
  95013: 'The session has ended',
  95017: 'The customer service account is not managed by the API',
  95018: 'A person in WeCom has the session, so the service cannot send',
};

/** Undefined if the body is not an answer of the API. */
export const codeOf = ({ json }: Pick<ApiAnswer, 'json'>): number | undefined => {
  if (json === null || typeof json !== 'object') return undefined;
  const { errcode } = json as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode : undefined;
};

export const isRejectedToken = (answer: Pick<ApiAnswer, 'json'>): boolean =>
  rejectedTokens.has(codeOf(answer) ?? 0);

export const isRateLimitedAnswer = (answer: ApiAnswer): boolean =>
  answer.status === 429 || rateLimits.has(codeOf(answer) ?? 0);

export const isRefusedAnswer = (answer: ApiAnswer): boolean => {
  const code = codeOf(answer) ?? 0;
  return refusals.has(code) || rejectedTokens.has(code);
};

/** Limits are counted by the minute. */
export const rateLimitMs = 60_000;

export const explainWeChat = (answer: ApiAnswer, secrets: readonly string[]): string => {
  const code = codeOf(answer);
  if (code === undefined) return `WeCom answered ${answer.status}`;
  const known = texts[code];
  if (known !== undefined) return `${known} (${code})`;
  const { errmsg } = answer.json as { errmsg?: unknown };
  return `WeCom reported error ${code}: ${excerptOf(String(errmsg ?? ''), secrets).slice(0, 200)}`;
};

export const weChatOutcomeOf = (answer: ApiAnswer, url: string, secrets: readonly string[]): SendOutcome => {
  const { status } = answer;
  const code = codeOf(answer);
  const shown = { url, httpStatus: status, excerpt: excerptOf(answer.text, secrets) };
  if (status === 200 && code === 0) return { ...shown, error: null, retryAfterMs: null };
  const failure = { ...shown, error: explainWeChat(answer, secrets), retryAfterMs: null };
  if (isRateLimitedAnswer(answer)) return { ...failure, retryAfterMs: rateLimitMs, isRateLimited: true };
  if (code === undefined || code === systemBusy || status >= 500) return failure;
  return isRefusedAnswer(answer) ? { ...failure, isRefused: true } : { ...failure, isFinal: true };
};

const failTypes: Readonly<Record<number, string>> = {
  4: 'The user wrote more than 48 hours ago',
  5: 'The session has ended',
  6: 'WeChat accepts five messages after each message of the user',
  10: 'The user does not accept messages',
  11: 'Nobody of the organisation uses the WeCom app',
};

/** Why a message did not arrive, as a later event reports it. */
export const explainFailType = (failType: unknown): string => {
  const known = typeof failType === 'number' ? failTypes[failType] : undefined;
  return known ?? `WeChat did not deliver the message (${String(failType).slice(0, 20)})`;
};
