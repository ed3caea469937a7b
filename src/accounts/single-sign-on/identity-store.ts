import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type IdentityRow = Selectable<Schema['operator_identities']>;

export const findIdentity = (
  db: Handle,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('operator_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const listIdentities = (db: Handle, operatorId: string): Promise<IdentityRow[]> =>
  db
    .selectFrom('operator_identities')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .execute();

/** False when the identity is linked already. */
export const insertIdentity = async (db: Handle, row: IdentityRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operator_identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const touchIdentity = (
  db: Handle,
  { issuer, subject }: IdentityRow,
  change: { email: string; last_used_at: number },
) =>
  db
    .updateTable('operator_identities')
    .set(change)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();

export const deleteIdentitiesOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('operator_identities').where('operator_id', '=', operatorId).execute();
