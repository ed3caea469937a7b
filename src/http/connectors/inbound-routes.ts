import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Connectors, InboundResponse } from '../../channels/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError, type ErrorName } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { Messaging } from '../../messaging/index.ts';
import { type Route, type RouteReply, route } from '../route.ts';

export interface InboundDependencies {
  connectors: Pick<Connectors, 'receive'>;
  messaging: Pick<Messaging, 'awaitReply'>;
  clock: Clock;
}

const Params = Type.Object({ connectionId: Type.String({ maxLength: 64 }) });

const firstOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
      const text = firstOf(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** The texts do not name the reason of a refusal, because the sender may be an attacker. */
const refusals: Readonly<Record<number, [name: ErrorName, text: string]>> = {
  400: ['invalidParameter', 'The request does not have the form of the platform'],
  401: ['unauthenticated', 'The request does not prove that it comes from the platform'],
  404: ['notFound', 'There is no such connection'],
  503: ['unavailable', 'The connection accepts no messages now. Try again later'],
};

const send = (
  reply: RouteReply,
  { status, body = '', contentType = 'text/plain; charset=utf-8', retryAfterSeconds, error }: InboundResponse,
) => {
  if (error !== undefined) throw new AppError('invalidParameter', error);
  const refusal = refusals[status];
  if (refusal) throw new AppError(...refusal, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Type', contentType)
    .code(status)
    .send(body);
};

/** Requests of messaging platforms. The connector checks their signature over the bytes of the body. */
export const createInboundRoutes = ({ connectors, messaging, clock }: InboundDependencies): Route[] => {
  const receive =
    (method: 'GET' | 'POST') =>
    async (request: FastifyRequest & { params: { connectionId: string } }, reply: RouteReply) => {
      const { connectionId } = request.params;
      if (!isId(connectionId)) return send(reply, { status: 404 });
      const { reason, awaited, ...response } = await connectors.receive(connectionId, {
        method,
        headers: textsOf(request.headers),
        query: textsOf(request.query),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        nowMs: clock.nowMs(),
      });
      if (reason !== undefined) request.log.info({ connectionId, reason }, 'a platform request was refused');
      if (!awaited?.connector.presentReply) return send(reply, response);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const known = await messaging.awaitReply(connectionId, awaited, gone.signal);
      if (!known)
        throw new AppError('notFound', 'message_id: this connection has no such message, or it was deleted');
      return send(reply, { status: 200, ...awaited.connector.presentReply(known, awaited) });
    };
  const url = '/channels/inbound/:connectionId';
  const schema = { hide: true, params: Params } as const;
  return [
    route({ method: 'POST', url, public: true, schema, handler: receive('POST') }),
    route({ method: 'GET', url, public: true, schema, handler: receive('GET') }),
  ];
};
