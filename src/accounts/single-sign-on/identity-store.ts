import type { Handle } from '../../db/index.ts';

/** An identity of the OpenID provider and the account that it signs in to. */
export interface ConnectedIdentity {
  issuer: string;
  subject: string;
  operatorId: string;
  email: string;
  createdAtMs: number;
  lastUsedAtMs: number;
}

const columns = [
  'issuer',
  'subject',
  'operator_id as operatorId',
  'email',
  'created_at as createdAtMs',
  'last_used_at as lastUsedAtMs',
] as const;

export const findIdentity = (
  db: Handle,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<ConnectedIdentity | undefined> =>
  db
    .selectFrom('operator_identities')
    .select(columns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const listIdentities = (db: Handle, operatorId: string): Promise<ConnectedIdentity[]> =>
  db
    .selectFrom('operator_identities')
    .select(columns)
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .execute();

/** False if the identity is already connected. */
export const insertIdentity = async (db: Handle, identity: ConnectedIdentity): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operator_identities')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      operator_id: identity.operatorId,
      email: identity.email,
      created_at: identity.createdAtMs,
      last_used_at: identity.lastUsedAtMs,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const touchIdentity = (
  db: Handle,
  { issuer, subject }: ConnectedIdentity,
  { email, lastUsedAtMs }: Pick<ConnectedIdentity, 'email' | 'lastUsedAtMs'>,
) =>
  db
    .updateTable('operator_identities')
    .set({ email, last_used_at: lastUsedAtMs })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();

export const deleteIdentitiesOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('operator_identities').where('operator_id', '=', operatorId).execute();
