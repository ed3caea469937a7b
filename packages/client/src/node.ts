import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { FileInput } from './files.ts';

/** A file of the disk, for `uploadDocuments` and `filePart`. */
export const openFile = async (path: string): Promise<FileInput> => ({
  name: basename(path),
  data: await openAsBlob(path),
});
