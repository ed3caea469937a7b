import type { FreeDisk } from '../lib/free-disk.ts';
import { createLocalContent } from './content/local-content.ts';
import type { FileQuotas } from './file-quotas.ts';
import { createFiles } from './files.ts';
import { createObjectStorage } from './object-storage/object-storage.ts';

type StoredFilesDependencies = Parameters<typeof createObjectStorage>[0] & {
  /** For SQLite without object storage. */
  folder: string;
  freeDisk: FreeDisk;
  quotas: FileQuotas;
};

/** Files, and the object storage if the settings name one. */
export const createStoredFiles = ({ folder, freeDisk, quotas, ...dependencies }: StoredFilesDependencies) => {
  const { db, clock } = dependencies;
  const objectStorage = createObjectStorage(dependencies);
  const local = createLocalContent({ db, folder, freeDisk });
  return { objectStorage, files: createFiles({ db, clock, quotas, local, objects: objectStorage.content }) };
};
