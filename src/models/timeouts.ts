import type { SafeFetchOptions } from '../lib/safe-fetch/index.ts';
import type { ModelTimeouts } from './port.ts';

export const defaultTimeouts: ModelTimeouts = {
  connectMs: 5000,
  // Reasoning models are silent for minutes before their first token.
  firstTokenMs: 120_000,
  betweenTokensMs: 30_000,
};

/** The whole run is limited by whoever started it, through its signal; this only ends what nobody waits for. */
const longestCallMs = 3_600_000;
const longestAnswerBytes = 64 * 1024 * 1024;

/** Limits of the connection under a model call. Silence is watched above it, where tokens can be told apart. */
export const modelCallLimits = ({
  connectMs,
  firstTokenMs,
  betweenTokensMs,
}: ModelTimeouts): SafeFetchOptions => ({
  connectTimeoutMs: connectMs,
  // undici counts in steps of a second; a little slack leaves the verdict to the exact timer above.
  headersTimeoutMs: connectMs + firstTokenMs + 2000,
  idleTimeoutMs: Math.max(firstTokenMs, betweenTokensMs) + 2000,
  totalTimeoutMs: longestCallMs,
  maxBytes: longestAnswerBytes,
  redirects: 'refuse',
});
