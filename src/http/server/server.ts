import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { FreeDisk } from '../../lib/free-disk.ts';
import { newId } from '../../lib/ids.ts';
import { requireDeclaredAccess } from '../add-routes.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  createGracefulClose,
  refuseConnection,
  trackUnusedConnections,
  watchConnections,
} from '../connections/index.ts';
import { createCors } from './cors.ts';
import { errorHandler } from './error-handler.ts';
import { addJsonParser } from './json-parser.ts';
import { createMethodGuard } from './method-not-allowed.ts';
import { routerOptions } from './router-options.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { validatorCompiler } from './validator.ts';

export type ServerTimeouts = Partial<ConnectionLimits> & { headersTimeoutMs?: number };

interface ServerOptions {
  log: FastifyBaseLogger;
  /** Where large files of a request wait until they are stored. */
  spillFolder: string;
  /** Of the spill folder; absent: nobody looks. */
  freeDisk?: FreeDisk;
  /** Addresses and ranges of proxies that say truly whom they speak for. */
  trustedProxies?: readonly string[];
  /** Shorter ones for tests. */
  timeouts?: ServerTimeouts | undefined;
  /** Origins of pages that may call the developer API. */
  corsOrigins?: readonly string[];
}

/** How long the headers of a request, and all of it, may take. Slow bodies are ended sooner, see `watchConnections`. */
const headersTimeoutMs = 20_000;
const requestTimeoutMs = 3_600_000;
/** Node looks for requests that are late at this interval; its own 30 s would more than double the time for headers. */
const lateCheckMs = 1_000;

/** The bare server: how requests are read, checked and refused. Routes come from the resources. */
export const createServer = (options: ServerOptions) => {
  const { log, spillFolder, freeDisk, trustedProxies = [], corsOrigins = [], timeouts = {} } = options;
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
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
    // A request that comes on an open connection while the service stops is answered like any other.
    return503OnClosing: false,
    frameworkErrors: errorHandler,
    clientErrorHandler: refuseConnection,
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setErrorHandler(errorHandler);
  server.addHook('onRoute', requireDeclaredAccess);
  const methodGuard = createMethodGuard(server);
  server.setNotFoundHandler((request, reply) => {
    // Also for routes that hand a request on to this handler.
    const otherMethod = methodGuard.refusalOf(request, reply);
    throw (
      otherMethod ?? new AppError('notFound', `There is no ${request.method} ${request.url.split('?')[0]}`)
    );
  });
  // Hooks of every request call back: each promise would cost as much as what the hook does.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    // A page of ours has no connection to the window that opened it, nor to windows of other sites that it opens.
    reply.header('Cross-Origin-Opener-Policy', 'same-origin');
    done();
  });
  const hasPath = (request: FastifyRequest) => methodGuard.allowedMethods(request) !== undefined;
  if (corsOrigins.length > 0) server.addHook('onRequest', createCors(corsOrigins, hasPath));
  server.addHook('onRequest', (request, reply, done) => {
    // Here the body has not been read yet.
    done(request.is404 ? methodGuard.refusalOf(request, reply) : undefined);
  });
  addJsonParser(server, { spillFolder, freeDisk });
  watchConnections(server.server, { ...connectionLimits, ...timeouts });
  const unused = trackUnusedConnections(server.server);
  return Object.assign(server, {
    closeUnused: unused.close,
    /** From now on each response says that it is the last one of its connection. */
    closeGracefully: createGracefulClose(server.server),
  });
};

export type Server = ReturnType<typeof createServer>;
