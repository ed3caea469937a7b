import type { FastifyRequest } from 'fastify';

/** Where the browser reaches the service: as the settings say, or else as it asked for it. */
export const publicOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;

export const isSecureRequest = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  request.protocol === 'https' || publicUrl?.startsWith('https:') === true;
