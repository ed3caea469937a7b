import type { FastifyRequest } from 'fastify';
import { publicOrigin } from '../../request/public-origin.ts';

/** The token is in the fragment, so that it is in no server log and in no Referer header. */
export const linkTo = (
  request: FastifyRequest,
  publicUrl: string | undefined,
  { page, token }: { page: 'invitation' | 'new-password'; token: string },
): string => `${publicOrigin(request, publicUrl)}/console/${page}#${token}`;
