import type { Agent } from '../agents/index.ts';
import { EgressError, type SafeFetch } from '../lib/safe-fetch/index.ts';
import type { AddressTarget } from './delivery.ts';
import { receiverOf } from './receiver.ts';

export interface AddressCheck {
  type: AddressTarget;
  url: string;
  /** There was an answer, with any status. */
  reachable: boolean;
  httpStatus: number | null;
  latencyMs: number;
  /** Why there was no answer. */
  error: string | null;
}

/** HEAD, because a probe must not look like a message to a receiver that is in use. */
const checkAddress = async (
  safeFetch: SafeFetch,
  agent: Agent,
  type: AddressTarget,
  timeoutMs: number,
): Promise<AddressCheck[]> => {
  const receiver = receiverOf(agent, type);
  if (!receiver) return [];
  const { url } = receiver;
  const startedMs = performance.now();
  const result = (httpStatus: number | null, error: string | null): AddressCheck[] => [
    {
      type,
      url,
      reachable: httpStatus !== null,
      httpStatus,
      latencyMs: Math.round(performance.now() - startedMs),
      error,
    },
  ];
  try {
    const response = await safeFetch(url, {
      method: 'HEAD',
      connectTimeoutMs: timeoutMs,
      headersTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
      redirects: 'refuse',
    });
    await response.discard();
    return result(response.status, null);
  } catch (error) {
    const known = error instanceof EgressError ? error : undefined;
    // A redirect is also an answer, although deliveries do not follow it.
    return result(known?.status ?? null, known?.message ?? 'The call failed');
  }
};

/** Probes the configured addresses of an agent in parallel. */
export const checkAddresses = async (
  safeFetch: SafeFetch,
  agent: Agent,
  timeoutMs: number,
): Promise<AddressCheck[]> =>
  (
    await Promise.all([
      checkAddress(safeFetch, agent, 'message', timeoutMs),
      checkAddress(safeFetch, agent, 'human_service', timeoutMs),
    ])
  ).flat();
