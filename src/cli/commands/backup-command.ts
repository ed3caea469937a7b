import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteFileName } from '../../db/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { closeToOthers, createPrivateFile } from '../../lib/private-files.ts';
import { manifestName, writeManifest } from '../backup-manifest.ts';
import { type Command, readArguments, required } from '../command.ts';
import { runPostgresProgram } from '../postgres-program.ts';
import { copyKeyInto, describeBackupKey, readKeyIdOfDatabase } from '../secrets/backup-key.ts';

export const postgresDumpName = 'frontdesk.dump';
/** Files of messages and documents. */
export const filesFolderName = 'files';

const help = `Back up all data into a new folder. The service may be running.

  frontdesk backup FOLDER [--with-key]

SQLite: a consistent copy of the database and the files folder. PostgreSQL: a dump made with pg_dump. The
manifest in the folder contains a checksum of every file. Files in object storage are not copied: back up the bucket
after this command.

The secrets in the database are encrypted. The backup does not contain the key: keep a copy of it in another
place. With --with-key the backup contains the key, and anybody with the backup can read the secrets.`;

/** Copies one consistent snapshot, even during writes. The copy is compact and has no WAL. */
const copySqlite = (dataDir: string, folder: string): void => {
  const source = join(dataDir, sqliteFileName);
  if (!existsSync(source)) throw new Error(`There is no database in ${dataDir}`);
  const database = new DatabaseSync(source);
  try {
    database.exec('pragma busy_timeout = 10000');
    const target = join(folder, sqliteFileName);
    createPrivateFile(target);
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
};

/** Runs after the database copy: a file is written before its row. Files deleted meanwhile are skipped. */
const copyFiles = async (dataDir: string, folder: string): Promise<void> => {
  const source = join(dataDir, filesFolderName);
  if (!existsSync(source)) return;
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, filesFolderName, relative(source, from));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    closeToOthers(to);
  }
};

const prepareFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty; use a new folder`);
  closeToOthers(folder);
};

export const backupCommand: Command = {
  name: 'backup',
  summary: 'back up all data into a folder',
  help,
  run: async (args, { loadConfig, print }) => {
    const { values, positionals } = readArguments(
      args,
      { 'with-key': { type: 'boolean' } },
      { positionals: 1 },
    );
    const withKey = values['with-key'] === true;
    const folder = resolve(required(positionals[0], 'FOLDER'));
    const config = loadConfig();
    const { databaseUrl, dataDir } = config;
    await prepareFolder(folder);
    if (databaseUrl) {
      const dump = join(folder, postgresDumpName);
      createPrivateFile(dump);
      await runPostgresProgram('pg_dump', databaseUrl, ['--format=custom', '--no-owner', `--file=${dump}`]);
    } else {
      copySqlite(dataDir, folder);
      await copyFiles(dataDir, folder);
    }
    const secretKeyId = await readKeyIdOfDatabase(config);
    if (withKey) await copyKeyInto(folder, config);
    const database = databaseUrl ? 'postgres' : 'sqlite';
    const { files } = await writeManifest(folder, { database, secretKeyId, nowMs: systemClock.nowMs() });
    const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20;
    print(
      `Backed up ${files.length} files, ${megabytes.toFixed(1)} MB, to ${folder} (checksums in ${manifestName})`,
    );
    if (config.files)
      print(
        `Files in object storage are not part of it: back up the bucket ${config.files.bucket} now, or keep its old versions`,
      );
    for (const line of describeBackupKey(secretKeyId, { withKey, config })) print(line);
    return 0;
  },
};
