import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import type { AuditAction } from '../audit/index.ts';
import type { RecordChange, Route } from './route.ts';

/** Creates the function that writes audit entries for one request. */
export type RecordFor = (request: FastifyRequest) => RecordChange<AuditAction>;

/** A route without audit entries uses its handler directly. */
const handlerOf = ({ audit, handler, url }: Route, recordFor: RecordFor | undefined): RouteHandlerMethod => {
  if (audit === undefined || audit === 'none') return handler as RouteHandlerMethod;
  if (!recordFor) throw new Error(`${url} declares audit entries, but this API has no audit log`);
  if (typeof audit !== 'string') return (request, reply) => handler(request, reply, recordFor(request));
  return (request, reply) => {
    const record = recordFor(request);
    return handler(request, reply, (tx, entry) => record(tx, { ...entry, action: audit }));
  };
};

/** Adds declared routes to the server, or to a part of it whose hooks check their kind of access. */
export const addRoutes = (
  scope: Pick<FastifyInstance, 'route'>,
  routes: readonly Route[],
  recordFor?: RecordFor,
): void => {
  for (const route of routes) {
    const { method, url, schema, audit: _audit, handler: _handler, onRequest, ...config } = route;
    const options: RouteOptions = { method, url, schema, config, handler: handlerOf(route, recordFor) };
    scope.route(onRequest ? { ...options, onRequest } : options);
  }
};

const accessKinds = ['permission', 'key', 'visitor', 'public'] as const;
type AccessKind = (typeof accessKinds)[number];

/** Fails the start if the hooks of an API could not decide whom to reject. */
export const requireAccess = (routes: readonly Route[], kind: AccessKind): void => {
  for (const route of routes)
    if (route[kind] === undefined)
      throw new Error(`${route.url} does not declare its access: ${kind} is missing`);
};

/** Fails the start if a route was added without a declaration. */
export const requireDeclaredAccess = ({ url, config = {} }: RouteOptions): void => {
  if (!accessKinds.some((kind) => config[kind] !== undefined))
    throw new Error(`${url} does not declare its access: add it with route() of src/http/route.ts`);
};
