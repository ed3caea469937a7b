import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import type { Channel, Session } from '../service/wire.ts';
import type { Keepsakes } from './keepsakes.ts';

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
    start: async (as: Identity, signal: AbortSignal): Promise<Session> => {
      identity = as;
      service.forgetToken();
      for (let attempt = 1; ; attempt++) {
        try {
          const session = await request();
          signal.throwIfAborted();
          onConnection(true);
          return session;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof ServiceError && !error.isPassing) throw error;
          onConnection(false);
          await wait(attempt, signal);
          signal.throwIfAborted();
        }
      }
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
