import { randomInt } from 'node:crypto';
import { sha256 } from '../../auth/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';

const codesPerAccount = 10;
/** Without characters that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Four groups of four: 79 bits, so a plain hash is enough. */
const groups = 4;
const groupLength = 4;

const newGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
const newRecoveryCode = (): string => Array.from({ length: groups }, newGroup).join('-');

/** Accepts codes with or without hyphens, in upper case, with spaces around. */
const hashOf = (code: string): string => sha256(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Codes for a person who has lost the phone. Each works once. */
export const createRecoveryCodes = ({ clock }: { clock: Clock }) => {
  const remove = (tx: Handle, operatorId: string) =>
    tx.deleteFrom('recovery_codes').where('operator_id', '=', operatorId).execute();

  return {
    /** The codes are returned only here. Earlier codes no longer work. */
    replace: async (tx: Handle, operatorId: string): Promise<string[]> => {
      const codes = Array.from({ length: codesPerAccount }, newRecoveryCode);
      await remove(tx, operatorId);
      await tx
        .insertInto('recovery_codes')
        .values(codes.map((code) => ({ operator_id: operatorId, sha256: hashOf(code), used_at: null })))
        .execute();
      return codes;
    },

    /** Whether the code was valid. The call uses it up. */
    use: async (tx: Handle, operatorId: string, code: string): Promise<boolean> => {
      const { numUpdatedRows } = await tx
        .updateTable('recovery_codes')
        .set({ used_at: clock.nowMs() })
        .where('operator_id', '=', operatorId)
        .where('sha256', '=', hashOf(code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    countLeft: async (handle: Handle, operatorId: string): Promise<number> => {
      const { left } = await handle
        .selectFrom('recovery_codes')
        .select((eb) => eb.fn.countAll<number>().as('left'))
        .where('operator_id', '=', operatorId)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(left);
    },

    remove,
  };
};
