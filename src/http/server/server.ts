import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../../lib/errors.ts';
import type { FreeDisk } from '../../lib/free-disk.ts';
import { newId } from '../../lib/ids.ts';
import { requireDeclaredAccess } from '../add-routes.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  createAcceptors,
  createGracefulClose,
  refuseConnection,
  trackUnusedConnections,
  watchConnections,
} from '../connections/index.ts';
import { createCors } from './cors.ts';
import { errorHandler } from './error-handler.ts';
import { addJsonParser } from './json-parser.ts';
import { createMethodGuard } from './method-not-allowed.ts';
import { createRequestLog } from './request-log.ts';
import { routerOptions } from './router-options.ts';
import { serializerCompiler } from './serializer.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { validatorCompiler } from './validator.ts';

export type ServerTimeouts = Partial<ConnectionLimits> & { headersTimeoutMs?: number };

interface ServerOptions {
  log: Logger;
  /** Folder for large files of a request until they are stored. */
  spillFolder: string;
  /** Free space of that folder. Absent: not checked. */
  freeDisk?: FreeDisk;
  /** Addresses and ranges of trusted proxies. */
  trustedProxies?: readonly string[];
  /** Shorter ones for tests. */
  timeouts?: ServerTimeouts | undefined;
  /** Origins of pages that may call the developer API. */
  corsOrigins?: readonly string[];
}

/** Time limits for the headers of a request and for all of it. Slow bodies end earlier, see `watchConnections`. */
const headersTimeoutMs = 20_000;
const requestTimeoutMs = 3_600_000;
/** Interval at which Node checks for late requests. Its default of 30 s would more than double the time for headers. */
const lateCheckMs = 1_000;

/** The server without routes: how requests are read, checked and rejected. */
export const createServer = (options: ServerOptions) => {
  const { log, spillFolder, freeDisk, trustedProxies = [], corsOrigins = [], timeouts = {} } = options;
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (_parent, bindings) => createRequestLog(log, bindings),
    genReqId: () => newId(),
    trustProxy: trustedProxies.length > 0 && createTrustedProxies(trustedProxies),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: timeouts.headersTimeoutMs ?? headersTimeoutMs,
      connectionsCheckingInterval: timeouts.checkMs ?? lateCheckMs,
    },
    routerOptions,
    forceCloseConnections: 'idle',
    // A request on an open connection while the service stops is answered like any other.
    return503OnClosing: false,
    frameworkErrors: errorHandler,
    clientErrorHandler: refuseConnection,
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(errorHandler);
  server.addHook('onRoute', requireDeclaredAccess);
  const methodGuard = createMethodGuard(server);
  server.setNotFoundHandler((request, reply) => {
    // Also for routes that pass a request on to this handler.
    const otherMethod = methodGuard.refusalOf(request, reply);
    throw (
      otherMethod ?? new AppError('notFound', `There is no ${request.method} ${request.url.split('?')[0]}`)
    );
  });
  // Hooks of every request use callbacks, because a promise would cost as much as the hook itself.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    // Isolates our pages from the window that opened them and from windows of other sites.
    reply.header('Cross-Origin-Opener-Policy', 'same-origin');
    done();
  });
  const hasPath = (request: FastifyRequest) => methodGuard.allowedMethods(request) !== undefined;
  if (corsOrigins.length > 0) server.addHook('onRequest', createCors(corsOrigins, hasPath));
  server.addHook('onRequest', (request, reply, done) => {
    // The body has not been read yet.
    done(request.is404 ? methodGuard.refusalOf(request, reply) : undefined);
  });
  addJsonParser(server, { spillFolder, freeDisk });
  watchConnections(server.server, { ...connectionLimits, ...timeouts });
  const unused = trackUnusedConnections(server.server);
  return Object.assign(server, {
    closeUnused: unused.close,
    acceptors: createAcceptors(server.server),
    /** From now on each response is the last one of its connection. */
    closeGracefully: createGracefulClose(server.server),
  });
};

export type Server = ReturnType<typeof createServer>;
