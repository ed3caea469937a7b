import { sha256 } from '../auth/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { createAttemptLimit } from './attempt-limit.ts';

const minuteMs = 60_000;
/** Guesses at one account from one address. */
const pairLimit = { burst: 5, refillMs: minuteMs };
/** Guesses at one account from all addresses: slows down an attacker with many addresses. */
const emailLimit = { burst: 50, refillMs: minuteMs / 10 };
/** Guesses from one address, which a whole office may share. */
const addressLimit = { burst: 30, refillMs: minuteMs / 4 };
/** In a browser where this person has signed in before. Guesses from elsewhere do not count. */
const browserLimit = { burst: 10, refillMs: minuteMs };

const tooMany = (seconds: number): AppError =>
  new AppError('rateLimited', `Too many attempts; try again in ${seconds} s`, { retryAfterSeconds: seconds });

export interface PasswordAttempt {
  email: string;
  address: string;
  /** Secret of a browser in which the person with this e-mail has signed in before. */
  knownBrowser: string | undefined;
}

/**
 * Attempts are counted in the memory of this process, from their start, so that parallel guesses count. With
 * several processes an attacker gets as many attempts in each.
 */
export const createSignInLimits = (clock: Clock) => {
  const byPair = createAttemptLimit({ clock, ...pairLimit });
  const byEmail = createAttemptLimit({ clock, ...emailLimit });
  const byAddress = createAttemptLimit({ clock, ...addressLimit });
  const byBrowser = createAttemptLimit({ clock, ...browserLimit });

  const pairOf = ({ email, address }: PasswordAttempt): string => `${address} ${email}`;
  const browserOf = ({ email, knownBrowser }: PasswordAttempt): string => `${sha256(knownBrowser!)} ${email}`;

  const takeAddress = (address: string): void => {
    const waitSeconds = byAddress.take(address);
    if (waitSeconds > 0) throw tooMany(waitSeconds);
  };

  return {
    /** Throws if the attempt has to wait. */
    takePassword: (attempt: PasswordAttempt): void => {
      const waitSeconds =
        attempt.knownBrowser === undefined
          ? byAddress.take(attempt.address) || byPair.take(pairOf(attempt)) || byEmail.take(attempt.email)
          : byBrowser.take(browserOf(attempt));
      if (waitSeconds > 0) throw tooMany(waitSeconds);
    },
    /** Called when the password was correct. */
    clearPasswordAttempts: (attempt: PasswordAttempt): void => {
      if (attempt.knownBrowser !== undefined) {
        byBrowser.clear(browserOf(attempt));
        return;
      }
      byPair.clear(pairOf(attempt));
      byEmail.refund(attempt.email);
      byAddress.refund(attempt.address);
    },
    takeAddress,
    refundAddress: (address: string): void => byAddress.refund(address),
  };
};
