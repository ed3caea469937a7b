export { createFetch } from './create-fetch.ts';
export { EgressError, type EgressReason } from './egress-error.ts';
export { createEgressPolicy } from './egress-policy.ts';
export { readPieces } from './read-pieces.ts';
export { createSafeFetch, type SafeFetch, type SafeFetchOptions } from './safe-fetch.ts';
export type { SafeResponse } from './safe-response.ts';
