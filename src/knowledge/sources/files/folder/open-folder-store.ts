import { realpath, stat } from 'node:fs/promises';
import { isWithinFolder } from '../../../../lib/is-within-folder.ts';
import { inOrder } from '../../../documents/in-order.ts';
import { SourceError } from '../../source-reader.ts';
import type { FileStore } from '../file-store.ts';
import { readFolderFile } from './read-folder-file.ts';
import { folderOfUrl } from './source-folders.ts';
import { walkFolder } from './walk-folder.ts';

const readAtOnce = 4;

const realFolder = async (path: string): Promise<string> => {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new SourceError(`The service may not read the folder ${path}`);
  }
  throw new SourceError(`There is no folder ${path} on the server`);
};

/** A folder of the server. `allowed` is checked again, because the configuration and links may change. */
export const openFolderStore = async (
  url: string,
  allowed: readonly string[],
  signal: AbortSignal,
): Promise<FileStore> => {
  const path = folderOfUrl(url);
  const outside = new SourceError(
    `${path} is not below a folder that FRONTDESK_SOURCE_FOLDERS names. Ask the administrator`,
  );
  const named = allowed.filter((folder) => isWithinFolder(folder, path));
  if (named.length === 0) throw outside;
  const root = await realFolder(path);
  const isAllowed = await Promise.all(
    named.map(async (folder) => isWithinFolder(await realFolder(folder), root)),
  );
  if (!isAllowed.includes(true)) throw outside;
  return {
    list: () => walkFolder(root, signal),
    read: (files) => inOrder(files, readAtOnce, (file) => readFolderFile(root, file)),
  };
};
