import type { Agent } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { AddressTarget } from './delivery.ts';
import { postDelivery } from './post-delivery.ts';
import { receiverOf } from './receiver.ts';
import { requestHeaders } from './request-headers.ts';

/** What was sent to a receiver, and what it answered. */
export interface SentExample {
  url: string;
  /** Without the secret of the authorization. */
  requestHeaders: Record<string, string>;
  requestBody: string;
  httpStatus: number | null;
  latencyMs: number;
  error: string | null;
  /** Start of the response. */
  excerpt: string;
}

interface SendExampleDependencies {
  safeFetch: SafeFetch;
  clock: Clock;
  timeoutMs: number;
}

interface Example {
  target: AddressTarget;
  /** Undefined: the path for messages of users. */
  path: string | undefined;
  body: object;
}

/**
 * Sends one call as in the reference, with the authorization and signatures of real deliveries and `test: true`. It is not
 * stored or repeated.
 */
export const createSendExample =
  ({ safeFetch, clock, timeoutMs }: SendExampleDependencies) =>
  async (agent: Agent, { target, path, body }: Example): Promise<SentExample> => {
    const receiver = receiverOf(agent, target, path ?? agent.settings.humanService.chatPath);
    if (!receiver) {
      const field = target === 'message' ? 'webhook.url' : 'humanService.baseUrl';
      throw new AppError('invalidParameter', `settings.${field} must be set before an example can be sent`);
    }
    const nowMs = clock.nowMs();
    const id = `test-${newId(nowMs)}`;
    const own = 'bot_id' in body ? { bot_id: agent.id } : {};
    const time = 'timestamp' in body ? { timestamp: nowMs } : {};
    const text = JSON.stringify({ ...body, ...own, ...time, test: true });
    const startedAt = performance.now();
    const outcome = await postDelivery(safeFetch, {
      receiver,
      id,
      nowMs,
      timeoutMs,
      body: text,
      signal: AbortSignal.timeout(timeoutMs * 2),
    });
    const { authorization } = receiver;
    return {
      url: receiver.url,
      requestHeaders: {
        ...requestHeaders(receiver, { id, body: text, nowMs }),
        ...(authorization ? { authorization: `${authorization.scheme} …` } : {}),
      },
      requestBody: text,
      httpStatus: outcome.httpStatus,
      latencyMs: Math.round(performance.now() - startedAt),
      error: outcome.error,
      excerpt: outcome.excerpt,
    };
  };
