import type { IncomingHttpHeaders } from 'node:http';
import { redact, secretHeaderValues } from '../lib/redact.ts';
import { EgressError, type EgressReason, type SafeResponse } from '../lib/safe-fetch/index.ts';
import { ModelError, type ModelFailure } from './port.ts';

const failureOfReason: Record<EgressReason, ModelFailure> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  'too-large': 'garbage',
  // These three are configuration errors, so a retry does not help.
  blocked: 'rejected',
  'invalid-url': 'rejected',
  redirect: 'rejected',
};

/** Nothing was sent yet, so a retry is safe. */
const isConnectTimeout = ({ cause }: EgressError): boolean =>
  ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(String((cause as { code?: unknown } | undefined)?.code));

export const failureOfStatus = (status: number): ModelFailure => {
  if (status === 429) return 'rate-limited';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'server-error' : 'rejected';
};

/** Converts any error of a call to a ModelError. An abort keeps the caller's reason. */
export const toModelError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof ModelError) return error;
  if (error instanceof EgressError) {
    const failure = isConnectTimeout(error) ? 'unreachable' : failureOfReason[error.reason];
    return new ModelError(failure, error.message, { cause: error });
  }
  return new ModelError('garbage', 'The answer could not be read', { cause: error });
};

/** `Retry-After` in seconds or as a date. Some servers send the more exact `retry-after-ms`. */
export const retryAfterOf = (headers: IncomingHttpHeaders, nowMs: number): number | undefined => {
  const exactMs = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exactMs) && exactMs >= 0) return exactMs;
  const value = headers['retry-after'];
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};

const bytesRead = 16 * 1024;
const messageCharacters = 500;

/** The start of an error body. The rest is not awaited. */
export const readStart = async (response: SafeResponse): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytesRead) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesRead).toString('utf8');
};

/** Providers nest their message differently: `{error: {message}}`, `[{error}]`, `{error: "…"}`, `{message}`, `{detail}`. */
export const messageOfError = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return messageOfError(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const { error, message, detail } = value as Record<string, unknown>;
  return messageOfError(error ?? message ?? detail);
};

const messageOf = (body: string): string => {
  try {
    return messageOfError(JSON.parse(body)) ?? body;
  } catch {
    return body;
  }
};

/** Meaning of a status, for errors whose text is not shown. Empty if the number is clear enough. */
const meaningOf = (status: number): string => {
  if (status === 401 || status === 403) return 'the server rejected the API key';
  if (status === 404) return 'the server has no such path or model';
  if (status === 429) return 'the rate limit of the server was exceeded';
  return status >= 500 ? '' : 'the server rejected the request';
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control and direction characters are what is removed
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

export interface SentSecrets {
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** Some servers quote the rejected key. It must not reach a log. */
export const refusalOf = async (
  response: SafeResponse,
  { apiKey, headers = {} }: SentSecrets,
  nowMs: number,
): Promise<ModelError> => {
  const body = await readStart(response).catch(() => '');
  const { status } = response;
  const providerText = redact(messageOf(body), [apiKey, ...secretHeaderValues(headers)])
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, messageCharacters);
  const withStatus = (detail: string): string =>
    detail === '' ? `HTTP ${status}` : `HTTP ${status}: ${detail}`;
  const message = withStatus(providerText);
  return new ModelError(failureOfStatus(status), message, {
    retryAfterMs: retryAfterOf(response.headers, nowMs),
    publicMessage: response.isInternal ? withStatus(meaningOf(status)) : message,
  });
};
