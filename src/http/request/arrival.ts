import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Arrival, Arrive } from '../../runtime/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route sends a message: its requests enter their conversation in order of arrival. */
    sendsMessage?: boolean;
  }
  interface FastifyRequest {
    arrival: Arrival | null;
  }
}

/** Names of the field with the conversation's id: of the developer API and channels, and of the management API. */
export const conversationKeys = ['conversation_id', 'conversationId'];

/** The conversation id of a body, even if the body is otherwise invalid. */
export const conversationIn = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  const key = conversationKeys.find((name) => Object.hasOwn(body, name));
  const id = key && (body as Record<string, unknown>)[key];
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/** Not verified yet. A caller with another's credential acts as that user anyway. */
const credentialOf = ({ headers: { authorization, cookie } }: FastifyRequest): string | undefined =>
  authorization ?? cookie;

/** Call it before hooks that authenticate are added, because they take a different time for each request. */
export const keepArrivalOrder = (server: FastifyInstance, arrive: Arrive): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const credential = credentialOf(request);
    if (request.routeOptions.config.sendsMessage && credential !== undefined) {
      const arrival = arrive(credential);
      request.arrival = arrival;
      // After the response, or when the connection broke.
      reply.raw.once('close', arrival.refuse);
    }
    done();
  });
};
