import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, sqliteFileName } from '../../../src/db/index.ts';

let template: Promise<Buffer> | undefined;

const migrate = async (): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-template-'));
  try {
    // Closing the last connection moves the log into the database file, so the file alone is complete.
    await (await openSqlite(folder)).close();
    return readFileSync(join(folder, sqliteFileName));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Once per run of the test command, whose folder all test processes share. */
const migrateOnce = async (): Promise<Buffer> => {
  const shared = process.env.FRONTDESK_TEST_FOLDER;
  if (shared === undefined) return migrate();
  const path = join(shared, `migrated-${sqliteFileName}`);
  if (existsSync(path)) return readFileSync(path);
  const bytes = await migrate();
  // Renamed when complete, because other processes may read it at the same time.
  const unfinished = `${path}-${randomBytes(6).toString('hex')}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
  return bytes;
};

/** Copies an empty, migrated database into the folder, because migrating takes longer than most tests. */
export const placeMigratedSqlite = async (folder: string): Promise<void> => {
  template ??= migrateOnce();
  writeFileSync(join(folder, sqliteFileName), await template);
};
