import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { errorHandler } from './error-handler.ts';
import { addJsonParser } from './json-parser.ts';
import { createMethodGuard } from './method-not-allowed.ts';
import { validatorCompiler } from './validator.ts';

interface ServerOptions {
  log: FastifyBaseLogger;
  /** Where large files of a request wait until they are stored. */
  spillFolder: string;
}

/** The bare server: how requests are read, checked and refused. Routes come from the resources. */
export const createServer = ({ log, spillFolder }: ServerOptions) => {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newId(),
    requestTimeout: 0,
    // Headers must arrive soon; bodies may be large and slow.
    http: { headersTimeout: 20_000, requestTimeout: 600_000, keepAliveTimeout: 72_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setErrorHandler(errorHandler);
  server.setNotFoundHandler((request) => {
    throw new AppError('notFound', `There is no ${request.method} ${request.url.split('?')[0]}`);
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  addJsonParser(server, spillFolder);
  const methodGuard = createMethodGuard(server);
  return Object.assign(server, { finishRoutes: methodGuard.finish });
};

export type Server = ReturnType<typeof createServer>;
