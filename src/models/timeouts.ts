import type { SafeFetchOptions } from '../lib/safe-fetch/index.ts';
import type { ModelTimeouts } from './port.ts';

export const defaultTimeouts: ModelTimeouts = {
  connectMs: 5000,
  // Reasoning models are silent for minutes before their first token.
  firstTokenMs: 120_000,
  betweenTokensMs: 30_000,
};

/** The caller limits the whole run through its signal. This limit only ends calls that nobody awaits. */
const longestCallMs = 3_600_000;
const longestAnswerBytes = 64 * 1024 * 1024;

/** Timeouts of the connection. Silence between tokens is checked in silence-watch.ts. */
export const modelCallLimits = ({
  connectMs,
  firstTokenMs,
  betweenTokensMs,
}: ModelTimeouts): SafeFetchOptions => ({
  connectTimeoutMs: connectMs,
  // undici counts in seconds, so its timeout is a little longer than the exact timer above.
  headersTimeoutMs: connectMs + firstTokenMs + 2000,
  idleTimeoutMs: Math.max(firstTokenMs, betweenTokensMs) + 2000,
  totalTimeoutMs: longestCallMs,
  maxBytes: longestAnswerBytes,
  redirects: 'refuse',
});
