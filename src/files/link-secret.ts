import { randomBytes } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { type Encryption, wholeColumn } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';

const name = 'file-links';

export const encryptedServiceSecrets = wholeColumn('service_secrets', 'name', 'value');

interface LinkSecretDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
}

/** The secret that links are signed with: made once, kept in the database, the same in every process. */
export const readLinkSecret = async ({ db, clock, encryption }: LinkSecretDependencies): Promise<Buffer> => {
  const place = ['service_secrets.value', name] as const;
  const find = async (): Promise<Buffer | undefined> => {
    const row = await db.query
      .selectFrom('service_secrets')
      .select(['value', 'encryption_key_id'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) return undefined;
    const value = row.encryption_key_id === null ? row.value : encryption.decrypt(row.value, place);
    return Buffer.from(value, 'base64');
  };
  const known = await find();
  if (known) return known;
  const value = encryption.encrypt(randomBytes(32).toString('base64'), place);
  // Two processes may insert at once; the first one wins.
  await db.query
    .insertInto('service_secrets')
    .values({ name, value, encryption_key_id: encryption.keyId, created_at: clock.nowMs() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await find())!;
};
