import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { RateLimiter } from '../../lib/rate-limiter.ts';
import { callerOf } from './authenticate.ts';

/** Per key. The limit per end user is checked where the user is known. */
export const createKeyRateLimit =
  (limiter: RateLimiter) =>
  async (request: FastifyRequest): Promise<void> => {
    const { agent, keyId } = callerOf(request);
    const perMinute = agent.settings.limits.requestsPerMinutePerKey;
    if (perMinute === null) return;
    const waitMs = await limiter.take(`key:${keyId}`, perMinute);
    if (waitMs > 0)
      throw new AppError('rateLimited', `Too many requests: this key may make ${perMinute} a minute`, {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
  };
