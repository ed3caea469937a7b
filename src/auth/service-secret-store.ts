import type { Handle } from '../db/index.ts';

interface StoredSecret {
  value: string;
  /** null: stored in plain text by an earlier version. */
  encryptionKeyId: string | null;
}

export const findSecret = (db: Handle, name: string): Promise<StoredSecret | undefined> =>
  db
    .selectFrom('service_secrets')
    .select(['value', 'encryption_key_id as encryptionKeyId'])
    .where('name', '=', name)
    .executeTakeFirst();

/** Two processes may insert at once. The first one succeeds. */
export const insertSecret = async (
  db: Handle,
  { name, value, encryptionKeyId, nowMs }: StoredSecret & { name: string; nowMs: number },
): Promise<void> => {
  await db
    .insertInto('service_secrets')
    .values({ name, value, encryption_key_id: encryptionKeyId, created_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
};
