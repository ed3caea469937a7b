import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from './errors.ts';

const mb = 1024 * 1024;
/** Querying the file system is cheap, but not for every chunk of every upload. */
const cacheMs = 1000;

interface FreeDiskOptions {
  folder: string;
  /** 0: no minimum. */
  minFreeBytes: number;
  nowMs?: () => number;
  /** Free bytes in the file system of the folder; replaced in tests. */
  readFreeBytes?: (folder: string) => Promise<number>;
}

/** The folder may not exist yet; then the nearest existing parent. */
const freeBytesOf = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freeBytesOf(dirname(folder));
  }
};

/**
 * Keeps a minimum of free disk space: a full disk stops the database, and with it everything. Bytes accepted since the
 * last query of the file system count as written.
 */
export const createFreeDisk = (options: FreeDiskOptions) => {
  const { folder, minFreeBytes, nowMs = () => performance.now(), readFreeBytes = freeBytesOf } = options;
  let known: { freeBytes: number; readAtMs: number } | undefined;
  return {
    /** Rejects if less than the minimum would remain. */
    requireRoom: async (bytes: number): Promise<void> => {
      if (minFreeBytes === 0 || bytes === 0) return;
      if (!known || nowMs() - known.readAtMs >= cacheMs)
        known = { freeBytes: await readFreeBytes(folder), readAtMs: nowMs() };
      if (known.freeBytes - bytes < minFreeBytes)
        throw new AppError('diskFull', undefined, {
          cause: new Error(
            `${Math.floor(known.freeBytes / mb)} MB are free in ${folder}, and ${minFreeBytes / mb} MB must stay free`,
          ),
        });
      known.freeBytes -= bytes;
    },
  };
};

export type FreeDisk = ReturnType<typeof createFreeDisk>;
