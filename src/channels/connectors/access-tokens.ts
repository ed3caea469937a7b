import { createHash } from 'node:crypto';
import { ConnectorError } from './connector.ts';

export interface AccessToken {
  token: string;
  lifetimeMs: number;
}

/** The platform issued no token. The text is for operators. */
export class AccessTokenError extends ConnectorError {
  /** The credentials are wrong: another attempt cannot succeed. */
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean) {
    super(message);
    this.isRefused = isRefused;
  }
}

interface Entry {
  token: Promise<string>;
  /** Of `performance.now()`. Infinite until the token arrived. */
  untilMs: number;
}

interface TokenRequest<Answer> {
  /** Address of the platform and the credentials. */
  credentials: readonly string[];
  /** Asks the platform. Rejects with an AccessTokenError or an EgressError. */
  issue(): Promise<AccessToken>;
  call(token: string): Promise<Answer>;
  /** Whether the platform does not accept the token, such as after it was revoked. */
  isRejected(answer: Answer): boolean;
}

/** A token is not used in the last part of its life, because a call on its way needs some time. */
const usedShare = 0.9;
const mostEntries = 1000;

/**
 * Tokens that platforms issue for the credentials of an app. All calls of a process share one, and calls at the same time wait
 * for the same request. Platforms return the same token to several processes, or accept several at the same time.
 */
export const createAccessTokens = (now: () => number = () => performance.now()) => {
  const entries = new Map<string, Entry>();

  const request = (key: string, issue: () => Promise<AccessToken>): Promise<string> => {
    if (entries.size >= mostEntries) entries.clear();
    const entry: Entry = { token: Promise.resolve(''), untilMs: Number.POSITIVE_INFINITY };
    entry.token = issue().then(
      ({ token, lifetimeMs }) => {
        entry.untilMs = now() + lifetimeMs * usedShare;
        return token;
      },
      (error: unknown) => {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      },
    );
    entries.set(key, entry);
    return entry.token;
  };

  return {
    /** Calls the platform with a token. If it is rejected, a new one is requested and the call is repeated once. */
    use: async <Answer>({ credentials, issue, call, isRejected }: TokenRequest<Answer>): Promise<Answer> => {
      const key = createHash('sha256').update(JSON.stringify(credentials)).digest('base64');
      const known = entries.get(key);
      const used = known && known.untilMs > now() ? known.token : request(key, issue);
      const answer = await call(await used);
      if (!isRejected(answer)) return answer;
      // Another call may have replaced it already.
      const current = entries.get(key);
      return call(await (current && current.token !== used ? current.token : request(key, issue)));
    },
  };
};

/** Of this process. */
export const accessTokens = createAccessTokens();
