import type { Agent } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { DeliveryTarget } from './delivery.ts';
import { postDelivery } from './post-delivery.ts';
import { receiverOf } from './receiver.ts';

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

/**
 * One call as a delivery would be made, with its authorization and signatures, that says it is a test. It is
 * not kept and not tried again.
 */
export const createSendTest =
  ({ safeFetch, clock, timeoutMs }: { safeFetch: SafeFetch; clock: Clock; timeoutMs: number }) =>
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
    return {
      ...{ url: receiver.url, ok: error === null, httpStatus, latencyMs, error },
      excerpt: excerpt.slice(0, shownCharacters),
    };
  };
