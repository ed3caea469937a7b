import { chmodSync, closeSync, fchmodSync, openSync, statSync } from 'node:fs';
import { chmod, lstat, opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const fileMode = 0o600;
const folderMode = 0o700;
const openToOthers = 0o077;

/**
 * The files that the service itself writes to its data folder. Nothing else there is changed: the folder may be
 * used for other things too.
 */
const ownNames =
  /^(frontdesk\.(sqlite|lock|pid)(-wal|-shm|-journal|\.unfinished)?|secret\.key(\..*)?|files|uploads|search-index|before-restore-.*)$/;

/**
 * Makes sure that the file exists and that only this account can read it. For programs that choose the mode of
 * new files themselves, such as SQLite, which accepts an empty file and gives its log the same mode.
 */
export const createPrivateFile = (path: string): void => {
  const file = openSync(path, 'a', fileMode);
  try {
    fchmodSync(file, fileMode);
  } finally {
    closeSync(file);
  }
};

/** Removes the access of other accounts to an existing file. A missing file is ignored. */
export const closeToOthers = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && found.mode & openToOthers) chmodSync(path, found.isDirectory() ? folderMode : fileMode);
};

/** Files that are deleted meanwhile, or belong to another account, are not an error. */
const ignoreGone = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'EPERM') return undefined;
  throw error;
};

const tighten = async (path: string, signal: AbortSignal | undefined): Promise<void> => {
  const found = await lstat(path).catch(ignoreGone);
  // The mode of a link has no meaning, and its target may be outside.
  if (!found || found.isSymbolicLink() || signal?.aborted) return;
  const mode = found.isDirectory() ? folderMode : fileMode;
  if (found.mode & openToOthers) await chmod(path, mode).catch(ignoreGone);
  if (!found.isDirectory()) return;
  const folder = await opendir(path).catch(ignoreGone);
  if (!folder) return;
  for await (const entry of folder) {
    if (signal?.aborted) break;
    await tighten(join(path, entry.name), signal);
  }
};

/**
 * Removes the access of other accounts to the service's files in its data folder: files of earlier versions, or
 * copied ones. Also to the folder itself, unless it contains other files.
 */
export const tightenDataFolder = async (folder: string, signal?: AbortSignal): Promise<void> => {
  const names = (await readdir(folder).catch(ignoreGone)) ?? [];
  if (names.length > 0 && names.every((name) => ownNames.test(name)))
    await chmod(folder, folderMode).catch(ignoreGone);
  for (const name of names.filter((one) => ownNames.test(one))) await tighten(join(folder, name), signal);
};
