import type { Config } from '../../config/index.ts';
import type { Database } from '../../db/index.ts';
import { encryptedColumns } from '../../encrypted-columns.ts';
import {
  countByKey,
  discardSecrets,
  readKeyFile,
  readUsedKeys,
  removeOldCopies,
  rotateKey,
} from '../../encryption/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, type CommandContext, readArguments, runAction } from '../command.ts';
import { openBeside } from '../open-rooms.ts';
import { printTable } from '../print-table.ts';
import { withStoppedDatabase } from './open-stopped.ts';
import { requireStopped } from './require-stopped.ts';

const help = `Manage the key that encrypts the secrets in the database (API keys of models, headers of tools, webhook secrets).

  frontdesk secrets status            show which key is used, where it is, and what it encrypts
  frontdesk secrets rotate            encrypt all secrets with a new key
  frontdesk secrets discard --force   if the key is lost: remove all encrypted secrets

status works while the service runs. For the others, stop all processes first.

rotate: without FRONTDESK_SECRET_KEY, the command writes a new key to the key file and keeps the old key beside it.
Otherwise set FRONTDESK_SECRET_KEY to the new key and FRONTDESK_SECRET_KEY_OLD to the old key. If a rotation was
interrupted, run it again; the service does not start until it has finished. A backup needs the key that was used
when it was made.

discard: agents keep everything else. Enter API keys, headers and secrets again afterwards.`;

const describeKey = ({ secretKey, secretKeyFile }: Config): string => {
  if (secretKey) return `${secretKey.id}, from FRONTDESK_SECRET_KEY`;
  const keys = readKeyFile(secretKeyFile);
  return keys
    ? `${keys.map(({ id }) => id).join(' and ')}, from ${secretKeyFile}`
    : `none (no ${secretKeyFile})`;
};

const status = async (args: string[], { loadConfig, print }: CommandContext) => {
  readArguments(args, {});
  const config = loadConfig();
  const db = await openBeside(config);
  try {
    const { current, retiring } = await readUsedKeys(db.query);
    print(`Current key:   ${describeKey(config)}`);
    print(`Database uses: ${current ?? 'none yet; the next start sets it'}`);
    if (retiring) print(`A rotation from ${retiring} is not finished: run "frontdesk secrets rotate"`);
    const rows: string[][] = [];
    for (const column of encryptedColumns)
      for (const { keyId, rows: count } of await countByKey(db.query, column))
        rows.push([column.table, keyId ?? 'none; the next start encrypts these', String(count)]);
    printTable(print, ['TABLE', 'KEY', 'ROWS'], rows);
  } finally {
    await db.close();
  }
};

const cleanUp = async (db: Database, print: (line: string) => void): Promise<void> => {
  try {
    await removeOldCopies(db.query, encryptedColumns);
  } catch (error) {
    print(`Old copies of the secrets may still be in the database files (${(error as Error).message})`);
  }
};

const rotate = async (args: string[], { loadConfig, print }: CommandContext) => {
  readArguments(args, {});
  const config = loadConfig();
  await withStoppedDatabase(config, async (db) => {
    const { from, to, rows, oldKeyFile } = await rotateKey(
      { db, clock: systemClock },
      { ...config, columns: encryptedColumns, requireStopped: () => requireStopped(db) },
    );
    await cleanUp(db, print);
    print(`Encrypted ${rows} rows with key ${to} (before: ${from})`);
    print(
      oldKeyFile
        ? `The new key is in ${config.secretKeyFile}. Earlier backups need the old key, which is in ${oldKeyFile}: store it with them, or delete it if somebody else may know it`
        : 'Remove FRONTDESK_SECRET_KEY_OLD from the settings. Earlier backups need the old key',
    );
  });
};

const discard = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { force = false } = readArguments(args, { force: { type: 'boolean' } }).values;
  await withStoppedDatabase(loadConfig(), async (db) => {
    if (!force)
      throw new Error(
        'This permanently removes API keys of models, headers of tools, webhook secrets and second factors; use --force to confirm',
      );
    await requireStopped(db);
    const rows = await discardSecrets(db, encryptedColumns);
    await db.durable();
    print(
      `Removed the secrets of ${rows} rows. The next start uses the key that it finds, or creates a new one`,
    );
  });
};

export const secretsCommand: Command = {
  name: 'secrets',
  summary: 'show, rotate or discard the key that encrypts the secrets',
  help,
  run: runAction({ status, rotate, discard }),
};
