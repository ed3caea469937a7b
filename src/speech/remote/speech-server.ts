import type { SafeFetch, SafeFetchOptions, SafeResponse } from '../../lib/safe-fetch/index.ts';

/** A server with OpenAI's audio endpoints. */
export interface SpeechServer {
  baseUrl: string;
  apiKey?: string | undefined;
  /** Model of `/audio/transcriptions`. Without it the embedded engine is used. */
  transcriptionName?: string | undefined;
  /** Tags of the languages that this model supports. Empty: all languages. */
  transcriptionLanguages?: readonly string[] | undefined;
  /** Model of `/audio/speech`. Without it the embedded engine is used. */
  synthesisName?: string | undefined;
  /** One of that model's voices. */
  voiceName?: string | undefined;
}

const connectTimeoutMs = 5_000;
const maxAnswerBytes = 32 * 1024 * 1024;

/** One call. The server's error text is for the log, not for clients, because it may contain anything. */
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
