import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../accounts/index.ts';
import type { AuditAction, Changes } from '../audit/index.ts';
import type { Handle } from '../db/index.ts';
import type { Exact } from './exact.ts';

/** Permission for a route of the management API. `anyone`: no sign-in is needed. */
export type RequiredPermission = Permission | 'signed-in' | 'anyone';

type ChangeMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Method = 'GET' | ChangeMethod;

/**
 * Who may call the route, in exactly one way. A route of the management API that can change something also declares what it
 * writes to the audit log.
 */
type Access<Action> =
  | { permission: RequiredPermission; method: 'GET'; audit?: Action | readonly Action[] }
  | { permission: RequiredPermission; method: ChangeMethod; audit: Action | readonly Action[] | 'none' }
  /** An API key of the agent. `enabled-agent`: rejected while the API of the agent is disabled. */
  | { key: 'agent' | 'enabled-agent'; method: Method; audit?: never }
  /** A visitor of a page. `new`: without a session yet. */
  | { visitor: 'known' | 'new'; method: Method; audit?: never }
  /** Anyone: pages, files with a secret in their URL, health checks. */
  | { public: true; method: Method; audit?: never };

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RequiredPermission;
    key?: 'agent' | 'enabled-agent';
    visitor?: 'known' | 'new';
    public?: true;
  }
}

/** An audit entry without the fields that the request and the route already define. */
interface EntryOf {
  targetId: string;
  /** Secrets must already be masked. */
  changes: Changes;
  /** Only if an action has targets of several kinds. */
  targetKind?: string;
  /** If it is not the workspace of the path. */
  workspaceId?: string | null;
  /** If it is not the calling operator. */
  actor?: string;
}

/** Writes an audit entry in the transaction of the change that it describes. */
export type RecordChange<Action extends AuditAction> = (
  tx: Handle,
  entry: EntryOf & { action: Action },
) => Promise<void>;

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never;

/** If the route declares one action, the entry need not repeat it. */
type HandlerRecord<Action extends AuditAction> =
  IsUnion<Action> extends false
    ? (tx: Handle, entry: EntryOf & { action?: Action }) => Promise<void>
    : RecordChange<Action>;

type RouteRequest<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  Schema,
  TypeBoxTypeProvider
>;

/** The handler returns JSON, which is compared with the schema. Only other content is sent directly. */
export type RouteReply = FastifyReply<{ Reply: null | string | Buffer }>;

/** The type that the response schemas allow. Without one, anything is sent unchanged. */
type AnswerOf<Schema> = Schema extends { response: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends TSchema ? Static<Responses[Status]> : unknown;
    }[keyof Responses]
  : unknown;

/** Other options of a route. The parsers and hooks that read them document them. */
type RouteOptions = Omit<FastifyContextConfig, 'permission' | 'key' | 'visitor' | 'public'> & {
  /** Run after the hooks of the API, before the body is read. */
  onRequest?: ((request: FastifyRequest) => Promise<void>)[];
};

interface Declaration<Schema extends FastifySchema, Answer, Action extends AuditAction> {
  url: string;
  schema: Schema;
  handler(
    request: RouteRequest<Schema>,
    reply: RouteReply,
    record: HandlerRecord<Action>,
  ): Promise<Answer & (Answer extends RouteReply ? Answer : Exact<Answer, AnswerOf<Schema>>)>;
}

/** A declared route, to be added with `addRoutes`. */
export interface Route extends RouteOptions {
  method: Method;
  url: string;
  schema: FastifySchema;
  permission?: RequiredPermission;
  key?: 'agent' | 'enabled-agent';
  visitor?: 'known' | 'new';
  public?: true;
  audit?: AuditAction | readonly AuditAction[] | 'none';
  handler(request: FastifyRequest, reply: FastifyReply, record: RecordChange<AuditAction>): Promise<unknown>;
}

/**
 * The single way to declare a route. The schema types the request, and what the handler returns is compared with the response
 * schemas: a field that they do not name is a type error, because the serializer would drop it.
 */
export const route = <
  const Schema extends FastifySchema,
  Answer extends AnswerOf<Schema> | RouteReply,
  const Action extends AuditAction = never,
>(
  declaration: Declaration<Schema, Answer, Action> & Access<Action> & RouteOptions,
): Route => declaration as unknown as Route;
