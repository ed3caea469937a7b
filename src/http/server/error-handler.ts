import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAppError, errorTable } from '../../lib/errors.ts';
import { failureFor } from './failure-format.ts';

/** Errors of the framework while it reads a request, with our messages. */
const translate = (error: FastifyError): AppError => {
  if (error instanceof AppError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('bodyTooLarge');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupportedMediaType');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('invalidParameter', 'the request body must not be empty');
    default:
      if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
        return new AppError('invalidParameter', 'The request could not be read');
      return asAppError(error);
  }
};

/** The only place that turns an error into an HTTP response. */
export const errorHandler = (raised: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  // The client is gone, and nothing is broken.
  const isLeft = raised.name === 'AbortError' && reply.raw.destroyed;
  // The same error object: the connection to another server may be reset as well.
  if (isLeft || request.raw.errored === raised) {
    request.log.debug({}, 'the client disconnected');
    reply.hijack();
    return;
  }
  const error = translate(raised);
  const { status } = errorTable[error.kind];
  if (status >= 500) request.log.error({ err: raised }, 'request failed');
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', String(error.retryAfterSeconds));
  reply.status(status).send(failureFor(request.url, error, request.id));
};
