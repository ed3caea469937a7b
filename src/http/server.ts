import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { errorHandler, failureBody } from './error-handler.ts';
import { addJsonParser } from './json-parser.ts';
import { createMethodGuard } from './method-not-allowed.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { trackUnusedConnections } from './unused-connections.ts';
import { validatorCompiler } from './validator.ts';

interface ServerOptions {
  log: FastifyBaseLogger;
  /** Where large files of a request wait until they are stored. */
  spillFolder: string;
  /** Addresses and ranges of proxies that say truly whom they speak for. */
  trustedProxies?: readonly string[];
}

/** What is not HTTP never becomes a request; it still gets an answer it can read, and nothing else. */
const refuseNonsense = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify(failureBody(new AppError('invalidParameter', 'The request is not valid HTTP')));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
};

/** The bare server: how requests are read, checked and refused. Routes come from the resources. */
export const createServer = ({ log, spillFolder, trustedProxies = [] }: ServerOptions) => {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId(),
    trustProxy: trustedProxies.length > 0 && createTrustedProxies(trustedProxies),
    requestTimeout: 0,
    // Headers must arrive soon; bodies may be large and slow.
    http: { headersTimeout: 20_000, requestTimeout: 600_000, keepAliveTimeout: 72_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    frameworkErrors: errorHandler,
    clientErrorHandler: refuseNonsense,
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setErrorHandler(errorHandler);
  server.setNotFoundHandler((request) => {
    throw new AppError('notFound', `There is no ${request.method} ${request.url.split('?')[0]}`);
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    // A page of ours has no connection to the window that opened it, nor to windows of other sites that it opens.
    reply.header('Cross-Origin-Opener-Policy', 'same-origin');
  });
  addJsonParser(server, spillFolder);
  const methodGuard = createMethodGuard(server);
  const unused = trackUnusedConnections(server.server);
  return Object.assign(server, { finishRoutes: methodGuard.finish, closeUnused: unused.close });
};

export type Server = ReturnType<typeof createServer>;
