import type { Handle } from '../db/index.ts';
import { findOperatorById } from './operator-store.ts';
import { listPasskeys } from './passkeys/passkey-store.ts';
import { listIdentities } from './single-sign-on/identity-store.ts';

/** Whether anyone can sign in to the account: with a password, a passkey or single sign-on. */
export const hasSignInMethod = async (db: Handle, operatorId: string): Promise<boolean> => {
  const operator = await findOperatorById(db, operatorId);
  return (
    (operator !== undefined && operator.passwordHash !== '') ||
    (await listPasskeys(db, operatorId)).length > 0 ||
    (await listIdentities(db, operatorId)).length > 0
  );
};
