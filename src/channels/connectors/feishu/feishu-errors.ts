import type { SendOutcome } from '../connector.ts';
import { type ApiAnswer, excerptOf } from '../platform-api.ts';

/** The message to which the reply belongs was recalled or deleted. */
const recalledCodes: ReadonlySet<number> = new Set([230011, 230019, 230050, 230110, 230111]);
const rejectedTokens: ReadonlySet<number> = new Set([99991661, 99991663, 99991664, 99991665, 99991671]);
const rateLimits: ReadonlySet<number> = new Set([99991400, 230020, 11232, 11233, 11247]);
/** Nothing can be sent until an operator changes the app. */
const refusals: ReadonlySet<number> = new Set([
  10003, 10014, 99991543, 99991662, 99991672, 99991673, 99991679, 230006, 230027,
]);
/** Problems of the platform. Another attempt can succeed. */
const passing: ReadonlySet<number> = new Set([1500, 2200, 5000, 55001, 230049, 234002, 1000004]);

const texts: Readonly<Record<number, string>> = {
  99991400: 'Too many calls of the app',
  99991662: 'The app is disabled',
  99991672: 'The app lacks a permission',
  99991673: 'The app is not available',
  230002: 'The bot is not in the chat',
  230006: 'The bot feature of the app is not enabled',
  230013: 'The app is not available to this user',
  230018: 'The settings of the group do not allow the message',
  230020: 'Too many messages to this chat',
  230025: 'The message is too long',
  230027: 'The app lacks a permission',
  230028: 'The message was blocked by the content check of Feishu',
  230029: 'The user left the organisation',
  230035: 'The bot may not write in this chat',
  230038: 'The user belongs to another organisation',
  230053: 'The user does not want messages of the bot',
  234006: 'The file is too large',
  234010: 'The file is empty',
};

/** Undefined if the body is not an answer of the API. */
export const codeOf = ({ json }: ApiAnswer): number | undefined => {
  const { code } = (json ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
};

export const isRejectedToken = (answer: ApiAnswer): boolean => rejectedTokens.has(codeOf(answer) ?? 0);

export const isRecalled = (answer: ApiAnswer): boolean => recalledCodes.has(codeOf(answer) ?? 0);

export const explainFeishu = (answer: ApiAnswer, secrets: readonly string[]): string => {
  const code = codeOf(answer);
  if (code === undefined) return `Feishu answered ${answer.status}`;
  const known = texts[code];
  if (known !== undefined) return `${known} (${code})`;
  const { msg } = answer.json as { msg?: unknown };
  return `Feishu reported error ${code}: ${excerptOf(String(msg ?? ''), secrets).slice(0, 200)}`;
};

const longestWaitSeconds = 3600;

const waitMsOf = ({ headers }: ApiAnswer): number => {
  const seconds = Number(headers['x-ogw-ratelimit-reset'] ?? headers['retry-after']);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 1), longestWaitSeconds) * 1000;
};

export const feishuOutcomeOf = (answer: ApiAnswer, url: string, secrets: readonly string[]): SendOutcome => {
  const { status } = answer;
  const code = codeOf(answer);
  const shown = { url, httpStatus: status, excerpt: excerptOf(answer.text, secrets) };
  if (status === 200 && code === 0) return { ...shown, error: null, retryAfterMs: null };
  const failure = { ...shown, error: explainFeishu(answer, secrets), retryAfterMs: null };
  if (status === 429 || (code !== undefined && rateLimits.has(code)))
    return { ...failure, retryAfterMs: waitMsOf(answer), isRateLimited: true };
  if (code === undefined || status >= 500 || passing.has(code)) return failure;
  if (refusals.has(code) || rejectedTokens.has(code)) return { ...failure, isRefused: true };
  return { ...failure, isFinal: true };
};
