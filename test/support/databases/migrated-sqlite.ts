import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, sqliteFileName } from '../../../src/db/index.ts';

let template: Promise<Buffer> | undefined;

const migrateOnce = async (): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-template-'));
  try {
    // Closing the last connection moves the log into the database file, so the file alone is complete.
    await (await openSqlite(folder)).close();
    return readFileSync(join(folder, sqliteFileName));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Copies an empty, migrated database into the folder, because migrating takes longer than most tests. */
export const placeMigratedSqlite = async (folder: string): Promise<void> => {
  template ??= migrateOnce();
  writeFileSync(join(folder, sqliteFileName), await template);
};
