import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatSecretKey, parseSecretKey, type SecretKey } from '../lib/secret-key.ts';
import { syncFile, syncFolder } from '../lib/sync-file.ts';

export const keyFileName = 'secret.key';

/** The newest key first. There is a second one only during a rotation. */
export const readKeyFile = (path: string): SecretKey[] | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The key file ${path} cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length === 0 || lines.length > 2)
    throw new Error(`The key file ${path} must contain exactly one key`);
  return lines.map((line) => parseSecretKey(line, `The key file ${path}`));
};

const note = [
  '# The key that encrypts the secrets in the Frontdesk database. Keep a copy of it apart from the backups:',
  '# without it the secrets in the database, and in every backup, cannot be read.',
];

/** Written and synced before it is renamed, so that a power cut never leaves an incomplete key. */
const writeBeside = async (path: string, keys: readonly SecretKey[]): Promise<string> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${[...note, ...keys.map(formatSecretKey)].join('\n')}\n`);
    await syncFile(file, unfinished);
  } finally {
    await file.close();
  }
  return unfinished;
};

/** False if the file already exists: another process may have been first. */
export const createKeyFile = async (path: string, key: SecretKey): Promise<boolean> => {
  const unfinished = await writeBeside(path, [key]);
  try {
    linkSync(unfinished, path);
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
};

export const replaceKeyFile = async (path: string, keys: readonly SecretKey[]): Promise<void> => {
  renameSync(await writeBeside(path, keys), path);
  await syncFolder(dirname(path));
};
