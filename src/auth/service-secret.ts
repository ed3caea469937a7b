import { randomBytes } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { type Encryption, wholeColumn } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { findSecret, insertSecret } from './service-secret-store.ts';

export const encryptedServiceSecrets = wholeColumn('service_secrets', 'name', 'value');

interface ServiceSecretOptions {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  /** Purpose of the key, such as file-links. */
  name: string;
}

const readSecret = async ({ db, clock, encryption, name }: ServiceSecretOptions): Promise<Buffer> => {
  const place = ['service_secrets.value', name] as const;
  const find = async (): Promise<Buffer | undefined> => {
    const stored = await findSecret(db.query, name);
    if (!stored) return undefined;
    const value = stored.encryptionKeyId === null ? stored.value : encryption.decrypt(stored.value, place);
    return Buffer.from(value, 'base64');
  };
  const known = await find();
  if (known) return known;
  const value = encryption.encrypt(randomBytes(32).toString('base64'), place);
  await insertSecret(db.query, { name, value, encryptionKeyId: encryption.keyId, nowMs: clock.nowMs() });
  return (await find())!;
};

/**
 * A signing key of the service: created once, stored in the database, the same in every process. It is read when
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
