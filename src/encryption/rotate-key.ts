import { dirname, join } from 'node:path';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newSecretKey, type SecretKey } from '../lib/secret-key.ts';
import { encryptColumns } from './encrypt-columns.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { createEncryption } from './encryption.ts';
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts';
import { deleteRetiringKey, readUsedKeys, replaceCurrentKey, type UsedKeys } from './key-store.ts';
import { type KeySource, SecretKeyError } from './open-encryption.ts';

interface RotationOptions extends KeySource {
  /** FRONTDESK_SECRET_KEY_OLD. */
  secretKeyOld: SecretKey | undefined;
  columns: readonly EncryptedColumn[];
  /** Throws if a process of the service is running. */
  requireStopped(): Promise<void>;
}

export interface Rotation {
  from: string;
  to: string;
  rows: number;
  /** File of the previous key, for backups made with it. Absent if the key comes from a setting. */
  oldKeyFile: string | undefined;
}

interface Keys {
  previous: SecretKey;
  next: SecretKey;
}

const findKeyIn = (known: readonly SecretKey[], id: string): SecretKey => {
  const key = known.find((one) => one.id === id);
  if (key) return key;
  throw new SecretKeyError(
    `The database is encrypted with key ${id}, which was not found. Set FRONTDESK_SECRET_KEY_OLD to that key`,
  );
};

/**
 * | Database           | Key file   | Next step                                                                    |
 * |--------------------|------------|------------------------------------------------------------------------------|
 * | a                  | a          | the file becomes b, a; then the database becomes b, retiring a               |
 * | a                  | b, a       | interrupted after the file was written: the database becomes b, retiring a   |
 * | b, retiring a      | b, a       | interrupted while rows were encrypted: continues with the other rows         |
 * | b                  | b, a       | interrupted before the file was cleaned: a new rotation, to c                |
 *
 * With FRONTDESK_SECRET_KEY, that is the next key, and no file is written.
 */
const chooseKeys = async (
  { current, retiring }: UsedKeys,
  { secretKey, secretKeyOld, secretKeyFile }: RotationOptions,
): Promise<Keys> => {
  const inFile = readKeyFile(secretKeyFile) ?? [];
  const known = [secretKey, secretKeyOld, ...inFile].filter((key) => key !== undefined);
  if (current === undefined)
    throw new SecretKeyError('Nothing is encrypted yet: start the service once first');
  if (retiring !== undefined)
    return { previous: findKeyIn(known, retiring), next: findKeyIn(known, current) };
  const previous = findKeyIn(known, current);
  if (secretKey?.id === current)
    throw new SecretKeyError(
      `The database is encrypted with the key of FRONTDESK_SECRET_KEY (${current}). To change it, set FRONTDESK_SECRET_KEY to a new key and FRONTDESK_SECRET_KEY_OLD to the current one, and run this command again`,
    );
  if (secretKey) return { previous, next: secretKey };
  const prepared = inFile[0]?.id === current ? undefined : inFile[0];
  const next = prepared ?? newSecretKey();
  // The key is on disk before it encrypts anything.
  await replaceKeyFile(secretKeyFile, [next, previous]);
  return { previous, next };
};

const keepOldKey = async (keyFile: string, key: SecretKey): Promise<string> => {
  const path = join(dirname(keyFile), `secret-${key.id}.key`);
  await createKeyFile(path, key);
  return path;
};

/** Encrypts everything with another key. Can be interrupted at any time: the next call continues. */
export const rotateKey = async (
  { db, clock }: { db: Database; clock: Clock },
  options: RotationOptions,
): Promise<Rotation> => {
  await options.requireStopped();
  const used = await readUsedKeys(db.query);
  const { previous, next } = await chooseKeys(used, options);
  if (used.retiring === undefined) {
    await db.transaction((tx) => replaceCurrentKey(tx, next.id, clock.nowMs()));
    await db.durable();
    // Checked again: a process that started meanwhile has read the previous key. From here on none can start.
    await options.requireStopped();
  }
  const { rows } = await encryptColumns(db, options.columns, {
    to: createEncryption(next),
    from: createEncryption(previous),
  });
  await deleteRetiringKey(db.query);
  await db.durable();
  const done = { from: previous.id, to: next.id, rows };
  if (options.secretKey) return { ...done, oldKeyFile: undefined };
  const oldKeyFile = await keepOldKey(options.secretKeyFile, previous);
  await replaceKeyFile(options.secretKeyFile, [next]);
  return { ...done, oldKeyFile };
};
