import type { Database } from '../../db/index.ts';
import type { FreeDisk } from '../../lib/free-disk.ts';
import type { ContentStore } from './content-store.ts';
import { createDatabaseContent } from './database-content.ts';
import { createFolderContent } from './folder-content.ts';

interface LocalContentDependencies {
  db: Database;
  folder: string;
  /** Of the folder. */
  freeDisk: FreeDisk;
}

/** The place of contents without object storage: with SQLite the data folder, with PostgreSQL the database. */
export const createLocalContent = ({ db, folder, freeDisk }: LocalContentDependencies): ContentStore =>
  db.kind === 'sqlite' ? createFolderContent({ folder, freeDisk }) : createDatabaseContent(db);
