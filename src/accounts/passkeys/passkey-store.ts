import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

type PasskeyRow = Selectable<Schema['passkeys']>;

export interface Passkey {
  id: string;
  operatorId: string;
  credentialId: string;
  /** As base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  /** The authenticator copies it to other devices of the person. */
  isSynced: boolean;
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  operatorId: row.operator_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports),
  isSynced: row.backed_up === 1,
  name: row.name,
  createdAtMs: row.created_at,
  lastUsedAtMs: row.last_used_at,
});

const toRow = (passkey: Passkey): PasskeyRow => ({
  id: passkey.id,
  operator_id: passkey.operatorId,
  credential_id: passkey.credentialId,
  public_key: passkey.publicKey,
  counter: passkey.counter,
  transports: JSON.stringify(passkey.transports),
  backed_up: passkey.isSynced ? 1 : 0,
  name: passkey.name,
  created_at: passkey.createdAtMs,
  last_used_at: passkey.lastUsedAtMs,
});

export const listPasskeys = async (db: Handle, operatorId: string): Promise<Passkey[]> => {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
};

export const findPasskey = async (db: Handle, credentialId: string): Promise<Passkey | undefined> => {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && toPasskey(row);
};

/** False if the credential is already registered. */
export const insertPasskey = async (db: Handle, passkey: Passkey): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(toRow(passkey))
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** False if the counter was used meanwhile: two answers from one state of the authenticator, one of them a copy. */
export const countUse = async (
  db: Handle,
  { id, counter }: Passkey,
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

export const renamePasskey = async (
  db: Handle,
  { operatorId, passkeyId }: OwnPasskey,
  name: string,
): Promise<Passkey | undefined> => {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('operator_id', '=', operatorId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();
  return row && toPasskey(row);
};

export const deletePasskey = async (
  db: Handle,
  { operatorId, passkeyId }: OwnPasskey,
): Promise<Passkey | undefined> => {
  const row = await db
    .deleteFrom('passkeys')
    .where('operator_id', '=', operatorId)
    .where('id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst();
  return row && toPasskey(row);
};

export const deletePasskeysOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('passkeys').where('operator_id', '=', operatorId).execute();
