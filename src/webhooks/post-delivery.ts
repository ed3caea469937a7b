import { redact } from '../lib/redact.ts';
import { EgressError, type SafeFetch, type SafeResponse } from '../lib/safe-fetch/index.ts';
import type { Receiver } from './receiver.ts';
import { requestHeaders } from './request-headers.ts';
import { parseRetryAfter } from './schedule.ts';

export interface PostOutcome {
  /** null: no response. */
  httpStatus: number | null;
  /** null: success. */
  error: string | null;
  /** Start of the response. */
  excerpt: string;
  receiverCode: string | null;
  retryAfterMs: number | null;
  /** Too many calls: repeated after `retryAfterMs` without using up the schedule. */
  isRateLimited?: boolean | undefined;
}

const maxResponseBytes = 64 * 1024;
/** Characters kept in the log of attempts. */
const excerptLength = 1000;

/**
 * The status has been received: a body that hangs, drips or breaks off does not change it, and
 * sending an accepted delivery again would only create a duplicate.
 */
const readText = async (response: SafeResponse): Promise<string> => {
  try {
    return await response.text({ truncate: true });
  } catch {
    return '';
  }
};

/** The `code` of a response whose body contains an error that its status does not show. */
const receiverCodeOf = (text: string): string | null => {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    if (typeof code !== 'number' && typeof code !== 'string') return null;
    return ['0', '200'].includes(String(code)) ? null : String(code).slice(0, 64);
  } catch {
    return null;
  }
};

/** PostgreSQL cannot store NUL in a text. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '\ufffd');

interface Post {
  receiver: Receiver;
  id: string;
  body: string;
  nowMs: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** One attempt. Rejects only if `signal` was aborted. */
export const postDelivery = async (
  safeFetch: SafeFetch,
  { receiver, id, body, nowMs, timeoutMs, signal }: Post,
): Promise<PostOutcome> => {
  try {
    const response = await safeFetch(receiver.url, {
      method: 'POST',
      headers: requestHeaders(receiver, { id, body, nowMs }),
      body,
      signal,
      connectTimeoutMs: timeoutMs,
      headersTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
      maxBytes: maxResponseBytes,
      redirects: 'refuse',
    });
    const { status } = response;
    const succeeded = status >= 200 && status < 300;
    // The excerpt is stored and shown: a receiver that echoes its request must not reveal our secrets.
    const secrets = [receiver.authorization?.token, ...receiver.signingSecrets];
    const text = redact(withoutNul(await readText(response)), secrets);
    return {
      httpStatus: status,
      error: succeeded ? null : `The receiver answered ${status}`,
      excerpt: text.slice(0, excerptLength),
      receiverCode: succeeded ? receiverCodeOf(text) : null,
      retryAfterMs: parseRetryAfter(response.headers['retry-after'], nowMs),
    };
  } catch (error) {
    signal.throwIfAborted();
    const known = error instanceof EgressError ? error : undefined;
    return {
      httpStatus: known?.status ?? null,
      error: known?.message ?? 'The call failed',
      excerpt: '',
      receiverCode: null,
      retryAfterMs: null,
    };
  }
};
