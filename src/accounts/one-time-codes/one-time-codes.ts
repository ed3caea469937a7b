import type { Handle } from '../../db/index.ts';
import { type Encryption, wholeColumn } from '../../encryption/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import {
  confirmCodeApp,
  deleteCodeApp,
  findCodeApp,
  insertCodeApp,
  takeStep,
} from './one-time-code-store.ts';
import { matchTotp, newTotpSecret, totpUri } from './totp.ts';

interface OneTimeCodesDependencies {
  clock: Clock;
  encryption: Encryption;
}

/** The secrets that a key rotation encrypts again. */
export const encryptedCodeApps = wholeColumn('one_time_code_apps', 'operator_id', 'secret');
const placeOf = (operatorId: string) => ['one_time_code_apps.secret', operatorId] as const;

/** Authenticator apps: one per account, active after its first confirmed code. */
export const createOneTimeCodes = ({ clock, encryption }: OneTimeCodesDependencies) => {
  /** Whether this is a current, unused code. The call uses it up. */
  const consume = async (tx: Handle, operatorId: string, code: string, confirmed: boolean) => {
    const app = await findCodeApp(tx, operatorId);
    if (!app || (app.confirmed_at !== null) !== confirmed) return false;
    const secret = encryption.decrypt(app.secret, placeOf(operatorId));
    const step = matchTotp(secret, code, clock.nowMs());
    return step !== undefined && takeStep(tx, operatorId, step);
  };

  return {
    /** A new secret for the app. Replaces one that was never confirmed. */
    begin: async (tx: Handle, operator: { id: string; email: string }) => {
      if ((await findCodeApp(tx, operator.id))?.confirmed_at)
        throw new AppError('conflict', 'An authenticator app is set up already; remove it first');
      const secret = newTotpSecret();
      await deleteCodeApp(tx, operator.id);
      await insertCodeApp(tx, {
        operator_id: operator.id,
        secret: encryption.encrypt(secret, placeOf(operator.id)),
        encryption_key_id: encryption.keyId,
        last_step: 0,
        created_at: clock.nowMs(),
        confirmed_at: null,
      });
      return { secret, uri: totpUri({ secret, email: operator.email }) };
    },

    /** False if the code is wrong. Otherwise the app becomes active. */
    confirm: async (tx: Handle, operatorId: string, code: string): Promise<boolean> => {
      if (!(await consume(tx, operatorId, code, false))) return false;
      await confirmCodeApp(tx, operatorId, clock.nowMs());
      return true;
    },

    check: (tx: Handle, operatorId: string, code: string) => consume(tx, operatorId, code, true),

    /** Time at which the app was set up. Undefined if there is none. */
    confirmedAt: async (handle: Handle, operatorId: string): Promise<number | undefined> =>
      (await findCodeApp(handle, operatorId))?.confirmed_at ?? undefined,

    remove: (tx: Handle, operatorId: string) => deleteCodeApp(tx, operatorId),
  };
};
