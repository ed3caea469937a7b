import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { networkOf } from '../../lib/ip-address.ts';
import type { RateLimiter } from '../../lib/rate-limiter.ts';
import { agentOf, visitorCallOf } from './visitor-call.ts';

/** Limit per visitor for everything except messages: scrolling, reloading, reconnecting. */
const callsPerMinute = 300;
/** Several people of an office who type at the same time. */
const searchesPerMinutePerAddress = 1200;

/**
 * Per visitor, per address and per agent: an attacker can easily appear as many visitors, but not from many addresses
 * (or /64 networks of IPv6). The limit of the visitor's user is checked where the user is known.
 */
export const createVisitorLimits = (limiter: RateLimiter) => {
  const take = async (name: string, perMinute: number, what: string): Promise<void> => {
    const waitMs = await limiter.take(name, perMinute);
    if (waitMs > 0)
      throw new AppError('rateLimited', `Too many ${what}: at most ${perMinute} a minute`, {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
  };
  const takeMessage = async (request: FastifyRequest, what: 'messages' | 'transcriptions'): Promise<void> => {
    const { agent, visitor } = visitorCallOf(request);
    const { messagesPerMinute, messagesPerMinutePerAddress, messagesPerMinutePerAgent } =
      agent.settings.channels;
    await take(`visitor-${what}:${visitor.id}`, messagesPerMinute, what);
    await take(
      `address-${what}:${agent.id}:${networkOf(request.ip)}`,
      messagesPerMinutePerAddress,
      `${what} from your network`,
    );
    // Known users are not blocked by many anonymous visitors.
    if (visitor.identity !== 'proven')
      await take(`agent-${what}:${agent.id}`, messagesPerMinutePerAgent, `${what} for this agent`);
  };
  return {
    session: async (request: FastifyRequest): Promise<void> => {
      const { id, settings } = agentOf(request);
      await take(
        `sessions:${id}:${networkOf(request.ip)}`,
        settings.channels.sessionsPerMinutePerAddress,
        'sessions',
      );
    },
    call: async (request: FastifyRequest): Promise<void> =>
      take(`visitor-calls:${visitorCallOf(request).visitor.id}`, callsPerMinute, 'requests'),
    newVisitor: async (request: FastifyRequest): Promise<void> => {
      const { id, settings } = agentOf(request);
      const perMinute = settings.channels.newVisitorsPerMinutePerAddress;
      await take(`new-visitors:${id}:${networkOf(request.ip)}`, perMinute, 'new visitors from your network');
    },
    search: async (request: FastifyRequest): Promise<void> =>
      take(
        `searches:${agentOf(request).id}:${networkOf(request.ip)}`,
        searchesPerMinutePerAddress,
        'searches from your network',
      ),
    /** As often as messages, but counted separately: a transcript still has to be sent. */
    transcription: async (request: FastifyRequest): Promise<void> => takeMessage(request, 'transcriptions'),
    message: async (request: FastifyRequest): Promise<void> => takeMessage(request, 'messages'),
  };
};

export type VisitorLimits = ReturnType<typeof createVisitorLimits>;
