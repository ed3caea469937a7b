import type { Database, Handle } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { createOneTimeCodes } from './one-time-codes/one-time-codes.ts';
import { createRecoveryCodes } from './one-time-codes/recovery-codes.ts';
import type { SecondFactor } from './operator.ts';
import { createPasskeys } from './passkeys/passkeys.ts';

/** A person who can guess codes knows the password: 10 guesses, then one every five minutes. */
const guessLimit = { burst: 10, refillMs: 5 * 60_000 };

export type FactorAnswer = { code: string } | { recoveryCode: string };

interface SecondFactorsDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
}

/**
 * The second factors of an account. They are required once the account has an authenticator app or a passkey.
 * Recovery codes exist as long as it has one of them.
 */
export const createSecondFactors = ({ db, clock, encryption }: SecondFactorsDependencies) => {
  const oneTimeCodes = createOneTimeCodes({ clock, encryption });
  const recoveryCodes = createRecoveryCodes({ clock });
  const passkeys = createPasskeys({ db, clock });
  const guesses = createAttemptLimit({ clock, ...guessLimit });

  const has = async (handle: Handle, operatorId: string) => ({
    codeApp: (await oneTimeCodes.confirmedAt(handle, operatorId)) !== undefined,
    passkeys: (await passkeys.list(handle, operatorId)).length,
    recoveryCodes: await recoveryCodes.countLeft(handle, operatorId),
  });

  /** The factors that the person can use now. Empty if the account requires no second factor. */
  const methods = async (
    handle: Handle,
    operatorId: string,
  ): Promise<Exclude<SecondFactor, 'provider'>[]> => {
    const owned = await has(handle, operatorId);
    if (!owned.codeApp && owned.passkeys === 0) return [];
    return [
      ...(owned.codeApp ? (['code'] as const) : []),
      ...(owned.passkeys > 0 ? (['passkey'] as const) : []),
      ...(owned.recoveryCodes > 0 ? (['recovery-code'] as const) : []),
    ];
  };

  return {
    oneTimeCodes,
    recoveryCodes,
    passkeys,
    methods,

    /** Checks a code that the person entered and uses it up. */
    check: async (operatorId: string, answer: FactorAnswer): Promise<SecondFactor> => {
      const waitSeconds = guesses.take(operatorId);
      if (waitSeconds > 0)
        throw new AppError('rateLimited', `Too many wrong codes; try again in ${waitSeconds} s`, {
          retryAfterSeconds: waitSeconds,
        });
      const isRight = await db.transaction((tx) =>
        'code' in answer
          ? oneTimeCodes.check(tx, operatorId, answer.code)
          : recoveryCodes.use(tx, operatorId, answer.recoveryCode),
      );
      if (!isRight)
        throw new AppError(
          'unauthenticated',
          'code' in answer
            ? 'The code is wrong or was used already; wait for the next one'
            : 'The recovery code is wrong or was used already',
        );
      guesses.clear(operatorId);
      return 'code' in answer ? 'code' : 'recovery-code';
    },

    /** The first factor of an account comes with recovery codes. Undefined if it already has them. */
    recoveryCodesForFirst: async (tx: Handle, operatorId: string): Promise<string[] | undefined> => {
      const { codeApp, passkeys: count } = await has(tx, operatorId);
      return Number(codeApp) + count === 1 ? recoveryCodes.replace(tx, operatorId) : undefined;
    },

    /** Called after a factor was removed: without any factor, recovery codes are deleted. */
    afterRemoval: async (tx: Handle, operatorId: string): Promise<void> => {
      if ((await methods(tx, operatorId)).length === 0) await recoveryCodes.remove(tx, operatorId);
    },

    clear: async (tx: Handle, operatorId: string): Promise<void> => {
      await oneTimeCodes.remove(tx, operatorId);
      await passkeys.removeAll(tx, operatorId);
      await recoveryCodes.remove(tx, operatorId);
    },
  };
};

export type SecondFactors = ReturnType<typeof createSecondFactors>;
