import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';

/** The origin of the service for browsers: the configured one, otherwise that of the request. */
export const publicOrigin = (request: FastifyRequest, publicUrl: string | undefined): string => {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw new AppError('invalidParameter', 'The Host header is not a host name');
  return new URL(address).origin;
};
