import type { Service } from '../service/service.ts';
import type { Channel, Session } from '../service/wire.ts';
import type { BrowserStorage } from './browser-storage.ts';
import { persist } from './persist.ts';

/** The user that the site names. Without it the visitor is anonymous. */
export interface Identity {
  userId?: string | undefined;
  userHash?: string | undefined;
  email?: string | undefined;
  /** Assign the conversations of the anonymous visitor to this user. */
  mergeGuest?: boolean | undefined;
}

interface SessionDependencies {
  service: Service;
  browserStorage: BrowserStorage;
  channel: Channel;
  /** Of the visitor, most preferred first. */
  languages: readonly string[];
  /** Proves to the service that this page is in a frame. Undefined for a page outside a frame. */
  frameGrant: string | undefined;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  onConnection(isThere: boolean): void;
}

/** The service accepts 100 and uses fewer. */
const mostLanguages = 20;

export const isSameIdentity = (one: Identity, other: Identity): boolean =>
  one.userId === other.userId &&
  one.userHash === other.userHash &&
  one.email === other.email &&
  Boolean(one.mergeGuest) === Boolean(other.mergeGuest);

/** Requests visitor tokens and stores the browser's secret, which is its only link to the history. */
export const createSessions = (dependencies: SessionDependencies) => {
  const { service, browserStorage, channel, languages, wait, onConnection } = dependencies;
  let identity: Identity = {};
  let { frameGrant } = dependencies;
  /** Once per request of the site. Renewing a session does not merge again. */
  let isMergeAsked = false;

  const request = async (): Promise<Session> => {
    const session = await service.startSession({
      channel,
      browser_secret: browserStorage.get('secret'),
      user_id: identity.userId,
      user_hash: identity.userHash,
      email: identity.email,
      ...(isMergeAsked ? { merge_guest: true } : {}),
      frame_grant: frameGrant,
      languages: languages.slice(0, mostLanguages),
    });
    frameGrant = session.frame_grant ?? frameGrant;
    isMergeAsked = false;
    browserStorage.set('secret', session.browser_secret);
    return session;
  };
  service.onTokenEnded(async () => {
    await request();
  });

  return {
    identity: (): Identity => identity,
    /** Retries while the service is unreachable. A rejection is thrown. */
    start: (as: Identity, signal: AbortSignal): Promise<Session> => {
      identity = as;
      isMergeAsked = as.mergeGuest === true;
      service.forgetToken();
      return persist(request, { signal, wait, onConnection });
    },
  };
};
