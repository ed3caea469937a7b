import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { keyFileName, readKeyFile, readUsedKeys, replaceKeyFile } from '../../encryption/index.ts';
import type { SecretKey } from '../../lib/secret-key.ts';
import { openBeside } from '../open-rooms.ts';
import { pendingMigrations } from '../pending-migrations.ts';

const keyAtHand = ({ secretKey, secretKeyFile }: Config): SecretKey | undefined =>
  secretKey ?? readKeyFile(secretKeyFile)?.[0];

/** The key that the secrets of the database are encrypted with; undefined before the first start. */
export const readKeyIdOfDatabase = async (config: Config): Promise<string | undefined> => {
  const db = await openBeside(config);
  try {
    return (await pendingMigrations(db)).length > 0 ? undefined : (await readUsedKeys(db.query)).current;
  } finally {
    await db.close();
  }
};

/** Tells the operator where the key of a new backup is. */
export const describeBackupKey = (
  keyId: string | undefined,
  { withKey, config }: { withKey: boolean; config: Config },
): string[] => {
  if (keyId === undefined) return [];
  if (withKey)
    return [`The backup contains the key of its secrets, ${keyId}. Anybody with the backup can read them`];
  const place = config.secretKey ? 'FRONTDESK_SECRET_KEY' : config.secretKeyFile;
  return [
    `The secrets are encrypted with key ${keyId}, which is not in the backup. Keep a copy of the key (${place}) in another place: without it nobody can read the secrets`,
  ];
};

export const copyKeyInto = async (folder: string, config: Config): Promise<void> => {
  const key = keyAtHand(config);
  if (!key) throw new Error('There is no key to include in the backup: start the service once');
  await replaceKeyFile(join(folder, keyFileName), [key]);
};

/** Restores the key in a backup. An existing key file is renamed after its key ID. */
export const restoreKey = async (folder: string, config: Config): Promise<void> => {
  const source = join(folder, keyFileName);
  if (config.secretKey || !existsSync(source)) return;
  const [present] = readKeyFile(config.secretKeyFile) ?? [];
  const [brought] = readKeyFile(source)!;
  if (present?.id === brought!.id) return;
  if (present)
    await rename(config.secretKeyFile, join(dirname(config.secretKeyFile), `secret-${present.id}.key`));
  await replaceKeyFile(config.secretKeyFile, [brought!]);
};

/** Says what to do if the current key is not the key of the restored backup. */
export const describeMissingKey = (keyId: string | undefined, config: Config): string[] => {
  const present = keyAtHand(config);
  if (keyId === undefined || present?.id === keyId) return [];
  const place = config.secretKey ? 'FRONTDESK_SECRET_KEY' : config.secretKeyFile;
  return [
    `The secrets in the backup are encrypted with key ${keyId}, but ${place} ${present ? `contains key ${present.id}` : 'does not exist'}. The service does not start without the key: set FRONTDESK_SECRET_KEY, or copy the key file to ${config.secretKeyFile}. If the key is lost, run "frontdesk secrets discard --force"`,
  ];
};
