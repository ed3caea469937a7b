import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { CountTokens } from './estimate-tokens.ts';
import type { ModelTimeouts } from './port.ts';

/** Dependencies of every provider adapter. */
export interface AdapterDependencies {
  fetch: SafeFetch;
  countTokens: CountTokens;
  timeouts: ModelTimeouts;
  clock: Clock;
}
