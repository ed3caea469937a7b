import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type PasskeyRow = Selectable<Schema['passkeys']>;

export const listPasskeys = (db: Handle, operatorId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPasskey = (db: Handle, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** False when the credential is registered already. */
export const insertPasskey = async (db: Handle, row: PasskeyRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** False when the counter was used meanwhile: two answers of one state of the authenticator, one of them a copy. */
export const countUse = async (
  db: Handle,
  { id, counter }: PasskeyRow,
  use: { counter: number; nowMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.nowMs })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

interface OwnPasskey {
  operatorId: string;
  passkeyId: string;
}

export const renamePasskey = (
  db: Handle,
  { operatorId, passkeyId }: OwnPasskey,
  name: string,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('operator_id', '=', operatorId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();

export const deletePasskey = (
  db: Handle,
  { operatorId, passkeyId }: OwnPasskey,
): Promise<PasskeyRow | undefined> =>
  db
    .deleteFrom('passkeys')
    .where('operator_id', '=', operatorId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();

export const deletePasskeysOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('passkeys').where('operator_id', '=', operatorId).execute();
