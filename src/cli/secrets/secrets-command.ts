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

const help = `The secrets in the database (keys of models, headers of tools, secrets of webhooks) are encrypted.

  frontdesk secrets status            which key is used, where it is, and what it encrypts
  frontdesk secrets rotate            encrypt everything with a new key
  frontdesk secrets discard --force   the key is lost: remove what it encrypts

status works beside a running service. The others need every process stopped.

rotate: without FRONTDESK_SECRET_KEY a new key is written to the key file, and the old one is kept beside it. With
it, set FRONTDESK_SECRET_KEY to the new key and FRONTDESK_SECRET_KEY_OLD to the old one. A rotation that was cut off
goes on when it is run again; until then the service does not start. Backups need the key they were made with.

discard: agents keep everything else. Enter keys, headers and secrets again afterwards.`;

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
    print(`Key at hand:   ${describeKey(config)}`);
    print(`Database uses: ${current ?? 'none yet; it is set at the next start'}`);
    if (retiring) print(`A rotation from ${retiring} is unfinished: run "frontdesk secrets rotate"`);
    const rows: string[][] = [];
    for (const column of encryptedColumns)
      for (const { keyId, rows: count } of await countByKey(db.query, column))
        rows.push([column.table, keyId ?? 'plain text until the next start', String(count)]);
    printTable(print, ['TABLE', 'KEY', 'ROWS'], rows);
  } finally {
    await db.close();
  }
};

const cleanUp = async (db: Database, print: (line: string) => void): Promise<void> => {
  try {
    await removeOldCopies(db, encryptedColumns);
  } catch (error) {
    print(`Old copies may still be in the files of the database (${(error as Error).message})`);
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
    print(`Encrypted ${rows} rows with key ${to} in place of ${from}`);
    print(
      oldKeyFile
        ? `The new key is in ${config.secretKeyFile}. Backups made until now need the old one, which is in ${oldKeyFile}: move it to them, or delete it if somebody else may know it`
        : 'Remove FRONTDESK_SECRET_KEY_OLD from the settings. Backups made until now need the old key',
    );
  });
};

const discard = async (args: string[], { loadConfig, print }: CommandContext) => {
  const { force = false } = readArguments(args, { force: { type: 'boolean' } }).values;
  await withStoppedDatabase(loadConfig(), async (db) => {
    if (!force)
      throw new Error(
        'This removes keys of models, headers of tools, secrets of webhooks and second factors for good; say --force',
      );
    await requireStopped(db);
    const rows = await discardSecrets(db, encryptedColumns);
    await db.durable();
    print(`Removed the secrets of ${rows} rows. The next start takes the key it finds, or makes a new one`);
  });
};

export const secretsCommand: Command = {
  name: 'secrets',
  summary: 'rotate the key that encrypts the secrets, or see what it encrypts',
  help,
  run: runAction({ status, rotate, discard }),
};
