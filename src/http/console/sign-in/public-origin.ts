import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../../../accounts/index.ts';
import { parseIpAddress } from '../../../lib/ip-address.ts';
import { publicOrigin } from '../../request/public-origin.ts';

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
