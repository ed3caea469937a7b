import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '../../../../lib/errors.ts';
import { isWithinFolder } from '../../../../lib/is-within-folder.ts';

const pathOf = (text: string): string | undefined => {
  if (isAbsolute(text)) return resolve(text);
  try {
    return text.startsWith('file:///') ? resolve(fileURLToPath(text)) : undefined;
  } catch {
    // For example an encoded slash.
    return undefined;
  }
};

/** The folder of a `file:` URL. */
export const folderOfUrl = (url: string): string => fileURLToPath(url);

/** The URL of a folder as it is stored. Throws if the installation does not allow the folder. */
export const requireFolderUrl = (text: string, allowed: readonly string[]): string => {
  if (allowed.length === 0)
    throw new AppError(
      'invalidParameter',
      'kind folder is not available: the administrator has to name folders with FRONTDESK_SOURCE_FOLDERS',
    );
  const path = pathOf(text.trim());
  if (path === undefined || path.includes('\0'))
    throw new AppError('invalidParameter', 'url must be an absolute path or start with file:///');
  if (!allowed.some((folder) => isWithinFolder(resolve(folder), path)))
    throw new AppError(
      'invalidParameter',
      'url must be one of the folders that FRONTDESK_SOURCE_FOLDERS names, or a folder below one',
    );
  return pathToFileURL(path).href;
};
