import type { Agent } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { DeliveryTarget } from './delivery.ts';
import { postDelivery } from './post-delivery.ts';
import { receiverOf } from './receiver.ts';
import type { ReleaseWaiting } from './release-waiting.ts';

export interface TestCall {
  url: string;
  ok: boolean;
  httpStatus: number | null;
  latencyMs: number;
  /** Why it was no success. */
  error: string | null;
  /** Beginning of the answer. */
  excerpt: string;
}

const shownCharacters = 500;

interface SendTestDependencies {
  safeFetch: SafeFetch;
  clock: Clock;
  timeoutMs: number;
  releaseWaiting: ReleaseWaiting;
}

/**
 * One call as a delivery would be made, with its authorization and signatures, that says it is a test. It is
 * not kept and not tried again. A success releases the deliveries that wait for the address.
 */
export const createSendTest =
  ({ safeFetch, clock, timeoutMs, releaseWaiting }: SendTestDependencies) =>
  async (agent: Agent, target: DeliveryTarget): Promise<TestCall> => {
    const receiver = receiverOf(agent, target);
    const field = target === 'message' ? 'webhook.url' : 'humanService.baseUrl';
    if (!receiver) throw new AppError('invalidParameter', `settings.${field} must be set to be tested`);
    const nowMs = clock.nowMs();
    const startedAt = performance.now();
    const { httpStatus, error, excerpt } = await postDelivery(safeFetch, {
      ...{ receiver, id: `test-${newId(nowMs)}`, nowMs, timeoutMs },
      body: JSON.stringify({ type: 'test', timestamp: nowMs, bot_id: agent.id }),
      signal: AbortSignal.timeout(timeoutMs * 2),
    });
    const latencyMs = Math.round(performance.now() - startedAt);
    if (error === null) await releaseWaiting({ agentId: agent.id, target });
    return {
      ...{ url: receiver.url, ok: error === null, httpStatus, latencyMs, error },
      excerpt: excerpt.slice(0, shownCharacters),
    };
  };
