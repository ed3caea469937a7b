import { knownBrowserMs, operatorSessionMs } from '../../../accounts/index.ts';
import { readCookie } from './read-cookie.ts';

const sessionName = 'frontdesk_session';
/** A known browser can sign in while others guess passwords of the account. The cookie alone gives no access. */
const browserName = 'frontdesk_browser';

/** Not sent to the developer API, not readable by scripts, not sent from other sites. */
const attributes = (secure: boolean): string =>
  `Path=/console; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

export const sessionCookie = (token: string, secure: boolean): string =>
  `${sessionName}=${token}; Max-Age=${operatorSessionMs / 1000}; ${attributes(secure)}`;

export const endedSessionCookie = (secure: boolean): string =>
  `${sessionName}=; Max-Age=0; ${attributes(secure)}`;

export const browserCookie = (secret: string, secure: boolean): string =>
  `${browserName}=${secret}; Max-Age=${knownBrowserMs / 1000}; ${attributes(secure)}`;

export const readSessionCookie = (header: string | undefined): string | undefined =>
  readCookie(header, sessionName);

/** Only in the format that the service issues: a browser must not choose its own secret. */
export const readBrowserCookie = (header: string | undefined): string | undefined => {
  const secret = readCookie(header, browserName);
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
};
