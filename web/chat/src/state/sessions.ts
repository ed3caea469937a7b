import type { Service } from '../service/service.ts';
import type { Channel, Session } from '../service/wire.ts';
import type { Keepsakes } from './keepsakes.ts';
import { persist } from './persist.ts';

/** Who the site says the user is. Nobody: a visitor without a name. */
export interface Identity {
  userId?: string | undefined;
  userHash?: string | undefined;
  email?: string | undefined;
}

interface SessionDependencies {
  service: Service;
  keepsakes: Keepsakes;
  channel: Channel;
  locale: string;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  onConnection(isThere: boolean): void;
}

export const isSameIdentity = (one: Identity, other: Identity): boolean =>
  one.userId === other.userId && one.userHash === other.userHash && one.email === other.email;

/** Starts sessions and keeps the browser's secret, which is all that ties this browser to its history. */
export const createSessions = (dependencies: SessionDependencies) => {
  const { service, keepsakes, channel, locale, wait, onConnection } = dependencies;
  let identity: Identity = {};

  const request = async (): Promise<Session> => {
    const session = await service.startSession({
      channel,
      browser_secret: keepsakes.get('secret'),
      user_id: identity.userId,
      user_hash: identity.userHash,
      email: identity.email,
      locale,
    });
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
      service.forgetToken();
      return persist(request, { signal, wait, onConnection });
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
