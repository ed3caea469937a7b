import type { SafeFetch, SafeFetchOptions, SafeResponse } from '../../lib/safe-fetch/index.ts';

/** A server that speaks OpenAI's audio endpoints. */
export interface SpeechServer {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Model of `/audio/transcriptions`; without it the embedded engine listens. */
  transcriptionName?: string | undefined;
  /** Model of `/audio/speech`; without it the embedded engine speaks. */
  synthesisName?: string | undefined;
  /** One of that model's voices. */
  voiceName?: string | undefined;
}

const connectTimeoutMs = 5_000;
const maxAnswerBytes = 32 * 1024 * 1024;

/** One call. What the server says about a failure is for the log, not for clients: it may hold anything. */
export const callSpeechServer = async (
  { fetch, server, timeoutMs }: { fetch: SafeFetch; server: SpeechServer; timeoutMs: number },
  path: string,
  { headers, ...options }: Pick<SafeFetchOptions, 'headers' | 'body' | 'signal'>,
): Promise<SafeResponse> => {
  const response = await fetch(`${server.baseUrl.replace(/\/+$/, '')}${path}`, {
    ...options,
    method: 'POST',
    headers: { ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}), ...headers },
    trusted: true,
    connectTimeoutMs,
    headersTimeoutMs: timeoutMs,
    totalTimeoutMs: timeoutMs,
    maxBytes: maxAnswerBytes,
  });
  if (response.status >= 200 && response.status < 300) return response;
  await response.discard();
  throw new Error(`The speech server answered ${response.status} to ${path}`);
};
