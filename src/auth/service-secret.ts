import { randomBytes } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { type Encryption, wholeColumn } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';

export const encryptedServiceSecrets = wholeColumn('service_secrets', 'name', 'value');

interface ServiceSecretOptions {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  /** What it signs, such as file-links. */
  name: string;
}

const readSecret = async ({ db, clock, encryption, name }: ServiceSecretOptions): Promise<Buffer> => {
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

/**
 * A key that the service signs with: made once, kept in the database, the same in every process. It is read when it is
 * first needed, and again after a failure.
 */
export const createServiceSecret = (options: ServiceSecretOptions): (() => Promise<Buffer>) => {
  let secret: Promise<Buffer> | undefined;
  return () => {
    secret ??= readSecret(options).catch((error) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };
};
