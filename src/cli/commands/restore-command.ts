import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sqliteFileName } from '../../db/index.ts';
import { lockFolder } from '../../db/sqlite/folder-lock.ts';
import { systemClock } from '../../lib/clock.ts';
import { tightenDataFolder } from '../../lib/private-files.ts';
import { verifyBackup } from '../backup-manifest.ts';
import { type Command, readArguments, required } from '../command.ts';
import { runPostgresProgram } from '../postgres-program.ts';
import { describeMissingKey, restoreKey } from '../secrets/backup-key.ts';
import { filesFolderName, postgresDumpName } from './backup-command.ts';

const help = `Restore a backup. Stop the service first.

  frontdesk restore FOLDER [--force]

The backup is verified first. --force replaces existing data: with SQLite it is moved into a before-restore folder
inside the data folder, with PostgreSQL it is dropped.

The service needs the key that encrypts the secrets in the backup. If the backup contains the key, it is restored
too, unless FRONTDESK_SECRET_KEY is set.`;

/** Existing data, including the WAL: an old WAL would damage the restored database. */
const presentNames = [sqliteFileName, `${sqliteFileName}-wal`, `${sqliteFileName}-shm`, filesFolderName];

const moveAside = async (dataDir: string, nowMs: number): Promise<string> => {
  const aside = join(dataDir, `before-restore-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of presentNames)
    if (existsSync(join(dataDir, name))) await rename(join(dataDir, name), join(aside, name));
  return aside;
};

const restoreSqlite = async (
  folder: string,
  dataDir: string,
  { force, print }: { force: boolean; print: (line: string) => void },
): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  try {
    if (presentNames.some((name) => existsSync(join(dataDir, name)))) {
      if (!force) throw new Error(`${dataDir} already contains data; use --force to replace it`);
      print(`Moved the existing data to ${await moveAside(dataDir, systemClock.nowMs())}`);
    }
    if (existsSync(join(folder, filesFolderName)))
      await cp(join(folder, filesFolderName), join(dataDir, filesFolderName), { recursive: true });
    // Under another name first: an interrupted copy must not be mistaken for a database.
    const unfinished = join(dataDir, `${sqliteFileName}.unfinished`);
    await cp(join(folder, sqliteFileName), unfinished);
    await rename(unfinished, join(dataDir, sqliteFileName));
    await tightenDataFolder(dataDir);
  } finally {
    lock.release();
  }
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'restore a backup',
  help,
  run: async (args, { loadConfig, print }) => {
    const { values, positionals } = readArguments(args, { force: { type: 'boolean' } }, { positionals: 1 });
    const folder = resolve(required(positionals[0], 'FOLDER'));
    const force = values.force === true;
    const config = loadConfig();
    const { databaseUrl, dataDir } = config;
    const manifest = await verifyBackup(folder);
    const kind = databaseUrl ? 'postgres' : 'sqlite';
    if (manifest.database !== kind)
      throw new Error(`The backup is of a ${manifest.database} database, but the settings use ${kind}`);
    if (databaseUrl) {
      if (!force) throw new Error('This replaces all data in the database; use --force to confirm');
      await runPostgresProgram('pg_restore', databaseUrl, [
        '--clean',
        '--if-exists',
        '--no-owner',
        '--single-transaction',
        join(folder, postgresDumpName),
      ]);
    } else await restoreSqlite(folder, dataDir, { force, print });
    await restoreKey(folder, config);
    print(`Restored the backup of ${manifest.createdAt}`);
    for (const line of describeMissingKey(manifest.secretKeyId, config)) print(line);
    return 0;
  },
};
