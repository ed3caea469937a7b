import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemClock } from './clock.ts';

/** EX_IOERR of sysexits.h. */
export const failedSyncExitCode = 74;

/** File systems that cannot sync a folder return one of these. */
const notSupported = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Ends the process because a sync failed. After a failed sync the kernel may have dropped the data and reports
 * success for the next one, so a retry proves nothing. A new process reads what is really on disk.
 *
 * The log line is written here, not by a logger: nothing else may run before the process ends, in particular
 * nothing that acknowledges a request. Call it on the main thread; in a worker `process.exit` ends only the worker.
 */
export const endAfterFailedSync = (path: string, error: { message: string; code?: string }): never => {
  const { message, code } = error;
  const line = {
    level: 60,
    time: new Date(systemClock.nowMs()).toISOString(),
    file: path,
    err: { message, ...(code === undefined ? {} : { code }) },
    msg: 'a file could not be synced to disk; the process ends because its data may be lost',
  };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Standard error is closed.
  }
  process.exit(failedSyncExitCode);
};

/** Resolves when the data of the file is on disk. Otherwise the process ends. */
export const syncFile = (file: FileHandle, path: string): Promise<void> =>
  file.datasync().catch((error) => endAfterFailedSync(path, error));

/** Resolves when the entries of the folder (new, renamed and removed files) are on disk. Otherwise the process ends. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!notSupported.includes((error as NodeJS.ErrnoException).code ?? ''))
      endAfterFailedSync(path, error as Error);
  } finally {
    await folder.close();
  }
};
