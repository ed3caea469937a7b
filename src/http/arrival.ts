import type { FastifyRequest } from 'fastify';
import type { Arrival, Arrive } from '../runtime/index.ts';
import type { ApiScope } from './scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route sends a message: its requests enter their conversations in the order they arrived. */
    sendsMessage?: boolean;
  }
  interface FastifyRequest {
    arrival: Arrival | null;
  }
}

/** Names of the field with the conversation's id: of the developer API and channels, and of the management API. */
export const conversationKeys = ['conversation_id', 'conversationId'];

/** What a body says of its conversation, whatever else is wrong with it. */
export const conversationIn = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const id = conversationKeys.map((key) => fields.get(key)).find((value) => value !== undefined);
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/** Not checked yet. Whoever sends another's credential acts as them anyway. */
const credentialOf = ({ headers: { authorization, cookie } }: FastifyRequest): string | undefined =>
  authorization ?? cookie;

/** To be called before hooks are added that authenticate: they take a different time for each request. */
export const keepArrivalOrder = (server: ApiScope, arrive: Arrive): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const credential = credentialOf(request);
    if (request.routeOptions.config.sendsMessage && credential !== undefined) {
      const arrival = arrive(credential);
      request.arrival = arrival;
      // Nobody is answered whose connection broke while the body was sent.
      reply.raw.once('close', arrival.refuse);
    }
    done();
  });
  server.addHook('onSend', (request, _reply, payload, done) => {
    request.arrival?.refuse();
    done(null, payload);
  });
};
