import type { Service } from '../service/service.ts';
import type { Channel, Session } from '../service/wire.ts';
import type { Keepsakes } from './keepsakes.ts';
import { persist } from './persist.ts';

/** Who the site says the user is. Nobody: a visitor without a name. */
export interface Identity {
  userId?: string | undefined;
  userHash?: string | undefined;
  email?: string | undefined;
  /** The user gets what this browser wrote as a guest. */
  mergeGuest?: boolean | undefined;
}

interface SessionDependencies {
  service: Service;
  keepsakes: Keepsakes;
  channel: Channel;
  locale: string;
  /** Shows the service that this page is in a frame; undefined for a page opened by itself. */
  frameGrant: string | undefined;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  onConnection(isThere: boolean): void;
}

export const isSameIdentity = (one: Identity, other: Identity): boolean =>
  one.userId === other.userId &&
  one.userHash === other.userHash &&
  one.email === other.email &&
  Boolean(one.mergeGuest) === Boolean(other.mergeGuest);

/** Starts sessions and keeps the browser's secret, which is all that ties this browser to its history. */
export const createSessions = (dependencies: SessionDependencies) => {
  const { service, keepsakes, channel, locale, wait, onConnection } = dependencies;
  let identity: Identity = {};
  let { frameGrant } = dependencies;
  /** Once for each time the site asks: a session that is only renewed moves nothing. */
  let isMergeAsked = false;

  const request = async (): Promise<Session> => {
    const session = await service.startSession({
      channel,
      browser_secret: keepsakes.get('secret'),
      user_id: identity.userId,
      user_hash: identity.userHash,
      email: identity.email,
      ...(isMergeAsked ? { merge_guest: true } : {}),
      frame_grant: frameGrant,
      locale,
    });
    frameGrant = session.frame_grant ?? frameGrant;
    isMergeAsked = false;
    keepsakes.set('secret', session.browser_secret);
    return session;
  };
  service.onTokenEnded(async () => {
    await request();
  });

  return {
    identity: (): Identity => identity,
    /** Waits for as long as the service cannot be reached; a refusal is thrown. */
    start: (as: Identity, signal: AbortSignal): Promise<Session> => {
      identity = as;
      isMergeAsked = as.mergeGuest === true;
      service.forgetToken();
      return persist(request, { signal, wait, onConnection });
    },
  };
};
