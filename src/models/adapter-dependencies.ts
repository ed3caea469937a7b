import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { CountTokens } from './estimate-tokens.ts';
import type { ModelTimeouts } from './port.ts';

/** What the adapter of every provider is given. */
export interface AdapterDependencies {
  fetch: SafeFetch;
  countTokens: CountTokens;
  timeouts: ModelTimeouts;
  clock: Clock;
}
