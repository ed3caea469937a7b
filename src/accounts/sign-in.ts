import { randomBytes } from 'node:crypto';
import type { Audit } from '../audit/index.ts';
import { hashPassword, newSecretToken, sha256, verifyPassword } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { networkOf } from '../lib/ip-address.ts';
import { deleteBrowsersOf, deleteBrowsersSeenBefore, isKnownBrowser, saveBrowser } from './browser-store.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';
import { normalizeEmail } from './normalize-email.ts';
import type { TokenOperator } from './operator.ts';
import { findOperatorByEmail, type OperatorAccount } from './operator-store.ts';
import type { OperatorTokens } from './operator-tokens.ts';
import { createPasswordQueue } from './password-queue.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createTokenCheck } from './token-check.ts';

/** How long a browser counts as known after the last sign-in. */
export const knownBrowserMs = 180 * 24 * 3600 * 1000;
const mostKnownBrowsers = 20;

/** A hash of no password: rejecting an unknown e-mail must take as long as rejecting a known one. */
const dummyHash = `scrypt$${2 ** 17}$8$1$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, stored: string): Promise<boolean>;
}

export interface SignInDependencies {
  db: Database;
  clock: Clock;
  tokens: OperatorTokens;
  audit: Audit;
  /** Slow on purpose. Tests pass a fast one. */
  passwords?: Passwords | undefined;
}

const slowPasswords: Passwords = { hash: hashPassword, verify: verifyPassword };

export const createSignIn = ({ db, clock, tokens, audit, passwords = slowPasswords }: SignInDependencies) => {
  const limits = createSignInLimits(clock);
  const failures = createFailedSignIns({ db, clock, audit });
  const inPasswordQueue = createPasswordQueue();

  /** The operator with this password. All other cases get the same answer. */
  const checkPassword = async (input: {
    email: string;
    password: string;
    address: string;
    /** Secret of the browser from an earlier sign-in. */
    browser?: string | undefined;
  }): Promise<OperatorAccount> => {
    const email = normalizeEmail(input.email);
    const operator = await findOperatorByEmail(db.query, email);
    const isKnown =
      operator !== undefined &&
      input.browser !== undefined &&
      (await isKnownBrowser(db.query, { sha256: sha256(input.browser), operatorId: operator.id }));
    const attempt = {
      email,
      address: networkOf(input.address),
      knownBrowser: isKnown ? input.browser : undefined,
    };
    limits.takePassword(attempt);
    const isRight = await inPasswordQueue(
      () => passwords.verify(input.password, operator?.passwordHash || dummyHash),
      { isKnownBrowser: isKnown },
    );
    if (!isRight || !operator || operator.disabledAtMs !== null) {
      await failures.record({ email, address: input.address, operatorId: operator?.id });
      throw new AppError('unauthenticated', 'The e-mail or the password is wrong');
    }
    limits.clearPasswordAttempts(attempt);
    return operator;
  };

  /** The operator of a token that is used to sign in. */
  const checkToken = createTokenCheck({ clock, tokens, limits });

  return {
    checkPassword,
    checkToken: async (input: { token: string; address: string }): Promise<TokenOperator> => {
      const operator = await checkToken(input);
      if (!operator) {
        await failures.record({ email: undefined, address: input.address, operatorId: undefined });
        throw new AppError('unauthenticated', 'The operator token is wrong');
      }
      return operator;
    },
    /** The operator of a bearer token, or undefined if it is wrong. */
    checkBearer: checkToken,

    /** For links: failed attempts count against the address, like wrong tokens. */
    limitFailures: async <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
      const network = networkOf(address);
      limits.takeAddress(network);
      const result = await work();
      limits.refundAddress(network);
      return result;
    },

    /** For wrong answers after the password, which are checked elsewhere. */
    recordFailure: failures.record,

    /** Takes 0.1 s, so call it before the transaction, never inside. */
    hashPassword: (password: string) => inPasswordQueue(() => passwords.hash(password)),

    /** Called after a sign-in. Returns the secret for the browser: its existing one, or a new one. */
    rememberBrowser: async (
      tx: Handle,
      { operatorId, browser }: { operatorId: string; browser: string | undefined },
    ): Promise<string> => {
      const secret = browser ?? newSecretToken();
      const nowMs = clock.nowMs();
      await saveBrowser(tx, { sha256: sha256(secret), operatorId, nowMs, most: mostKnownBrowsers });
      return secret;
    },
    forgetBrowsers: deleteBrowsersOf,
    sweepBrowsers: (nowMs: number) => deleteBrowsersSeenBefore(db.query, nowMs - knownBrowserMs),
  };
};
