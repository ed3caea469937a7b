import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../access/read-cookie.ts';

const name = 'frontdesk_sign_in';
const maxAgeSeconds = 600;

/**
 * Ties the steps of a sign-in to one browser. The cookie alone gives no access. An OpenID provider redirects the
 * browser back from another site, and such a request contains only Lax cookies.
 */
export const setSignInCookie = (
  reply: FastifyReply,
  secret: string,
  { sameSite, isSecure }: { sameSite: 'Strict' | 'Lax'; isSecure: boolean },
): void => {
  const attributes = `Path=/console/api; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
  reply.header('Set-Cookie', `${name}=${secret}; Max-Age=${maxAgeSeconds}; ${attributes}`);
};

export const endSignInCookie = (reply: FastifyReply): void => {
  reply.header('Set-Cookie', `${name}=; Max-Age=0; Path=/console/api; HttpOnly; SameSite=Strict`);
};

export const readSignInCookie = (request: FastifyRequest): string | undefined =>
  readCookie(request.headers.cookie, name);
