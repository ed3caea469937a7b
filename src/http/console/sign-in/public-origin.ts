import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { parseIpAddress } from '../../../lib/ip-address.ts';

/** The origin of the service for browsers: the configured one, otherwise that of the request. */
export const publicOrigin = (request: FastifyRequest, publicUrl: string | undefined): string => {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw new AppError('invalidParameter', 'The Host header is not a host name');
  return new URL(address).origin;
};

export const isSecureRequest = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  request.protocol === 'https' || publicUrl?.startsWith('https:') === true;

/** Passkeys belong to a host name. */
export const relyingParty = (request: FastifyRequest, publicUrl: string | undefined): RelyingParty => {
  const origin = publicOrigin(request, publicUrl);
  return { origin, id: new URL(origin).hostname };
};

/** Why browsers do not offer passkeys at this address, or null if they do. */
export const passkeyProblem = ({ origin, id }: RelyingParty): 'ip-address' | 'insecure' | null => {
  if (parseIpAddress(id.replace(/^\[|\]$/g, ''))) return 'ip-address';
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  return origin.startsWith('https:') || isLocal ? null : 'insecure';
};
