import { rmSync } from 'node:fs';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newSecretKey, type SecretKey } from '../lib/secret-key.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import { createKeyFile, readKeyFile } from './key-file.ts';
import { insertFirstKey, readUsedKeys } from './key-store.ts';

export interface KeySource {
  /** FRONTDESK_SECRET_KEY. */
  secretKey: SecretKey | undefined;
  /** Path of the key file, used without that setting. */
  secretKeyFile: string;
}

/** The start fails because the key is missing or different. The message says what to do. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

const missingKey = (keyId: string, { secretKeyFile }: KeySource): SecretKeyError =>
  new SecretKeyError(
    `The secret key is missing: the database is encrypted with key ${keyId}. Set FRONTDESK_SECRET_KEY to that key, or copy the key file to ${secretKeyFile}. If the key is lost, run "frontdesk secrets discard --force" to remove the encrypted secrets, then enter them again`,
  );

const wrongKey = (used: string, found: string, { secretKey, secretKeyFile }: KeySource): SecretKeyError =>
  new SecretKeyError(
    `Wrong secret key: ${secretKey ? 'FRONTDESK_SECRET_KEY' : secretKeyFile} contains key ${found}, but the database is encrypted with key ${used}. All processes on a database need the same key: set FRONTDESK_SECRET_KEY in all of them, or copy the key file. To change the key, run "frontdesk secrets rotate"`,
  );

const unfinishedRotation = (): SecretKeyError =>
  new SecretKeyError(
    'The secret key is being rotated, or a rotation was interrupted. Run "frontdesk secrets rotate" again to finish it, then start the service',
  );

/** Throws unless the database is encrypted with this key alone. */
export const requireCurrentKey = async (db: Database, keyId: string, source: KeySource): Promise<void> => {
  const { current, retiring } = await readUsedKeys(db.query);
  if (retiring !== undefined) throw unfinishedRotation();
  if (current !== undefined && current !== keyId) throw wrongKey(current, keyId, source);
};

/** The key of this installation. The first start without FRONTDESK_SECRET_KEY creates a key file. */
const findKey = async (
  used: string | undefined,
  source: KeySource,
): Promise<{ key: SecretKey; isNewFile: boolean }> => {
  const known = source.secretKey ? [source.secretKey] : readKeyFile(source.secretKeyFile);
  if (known) return { key: known.find(({ id }) => id === used) ?? known[0]!, isNewFile: false };
  if (used !== undefined) throw missingKey(used, source);
  const key = newSecretKey();
  if (await createKeyFile(source.secretKeyFile, key)) return { key, isNewFile: true };
  // Another process on this machine was first.
  return { key: readKeyFile(source.secretKeyFile)![0]!, isNewFile: false };
};

/**
 * A process on another machine was first: a file with an unused key would be misleading. The file is removed
 * only if the database confirms this. After an error the key may be the one in use.
 */
const isOtherKeyUsed = async (db: Database, keyId: string): Promise<boolean> => {
  const { current } = await readUsedKeys(db.query);
  return current !== undefined && current !== keyId;
};

/** Encryption with the key of this installation, which must be the key of the database. */
export const openEncryption = async (
  { db, clock }: { db: Database; clock: Clock },
  source: KeySource,
): Promise<Encryption> => {
  const { current, retiring } = await readUsedKeys(db.query);
  if (retiring !== undefined) throw unfinishedRotation();
  const { key, isNewFile } = await findKey(current, source);
  if (current === undefined) await insertFirstKey(db.query, key.id, clock.nowMs());
  if (isNewFile && (await isOtherKeyUsed(db, key.id))) rmSync(source.secretKeyFile, { force: true });
  await requireCurrentKey(db, key.id, source);
  await db.durable();
  return createEncryption(key);
};
