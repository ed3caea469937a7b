import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteShorthandOptions,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Exact } from './exact.ts';

type Instance = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

type RouteRequest<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  TypeBoxTypeProvider
>;

/** JSON is returned by the handler, where it is compared with the schema. Only what is not JSON is sent. */
export type RouteReply = FastifyReply<{ Reply: null | string | Buffer }>;

/** What the response schemas allow. Without one, anything is sent as it is. */
type AnswerOf<Schema> = Schema extends { response: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends TSchema ? Static<Responses[Status]> : unknown;
    }[keyof Responses]
  : unknown;

type AddRoute = <const Schema extends FastifySchema, Answer extends AnswerOf<Schema> | RouteReply>(
  path: string,
  options: Omit<RouteShorthandOptions, 'schema'> & { schema?: Schema },
  handler: (
    request: RouteRequest<Schema>,
    reply: RouteReply,
  ) => Promise<Answer & (Answer extends RouteReply ? Answer : Exact<Answer, AnswerOf<Schema>>)>,
) => void;

/** A part of the server in which routes are typed by their schemas. */
export interface ApiScope extends Omit<Instance, 'get' | 'post' | 'put' | 'patch' | 'delete'> {
  get: AddRoute;
  post: AddRoute;
  put: AddRoute;
  patch: AddRoute;
  delete: AddRoute;
}
