import { sessionMs } from '../../accounts/index.ts';
import { readCookie } from './read-cookie.ts';

const cookieName = 'frontdesk_session';

/** Narrow on purpose: never sent to the developer API, never readable by a script, never from another site. */
const attributes = (secure: boolean): string =>
  `Path=/console; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

export const sessionCookie = (token: string, secure: boolean): string =>
  `${cookieName}=${token}; Max-Age=${sessionMs / 1000}; ${attributes(secure)}`;

export const endedSessionCookie = (secure: boolean): string =>
  `${cookieName}=; Max-Age=0; ${attributes(secure)}`;

export const readSessionCookie = (header: string | undefined): string | undefined =>
  readCookie(header, cookieName);
