import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const gigabyte = 2 ** 30;
const scarceBytes = 2 * gigabyte;
const tooFewBytes = gigabyte / 5;
const openToOthers = 0o077;

/** The service creates a missing folder, so its nearest existing ancestor must be writable. */
const nearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : nearestExisting(dirname(folder));

const checkAccess = async (dataDir: string, folder: string): Promise<Finding> => {
  const what = 'Data folder';
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      what,
      `this account cannot write to ${folder}`,
      'change its owner, or set FRONTDESK_DATA_DIR',
    );
  }
  if (folder !== dataDir) return ok(what, `${dataDir}, the first start creates it`);
  const { mode } = await stat(folder);
  return mode & openToOthers
    ? warn(what, `other accounts can read ${folder}`, `chmod 700 ${folder}`)
    : ok(what, folder);
};

const checkSpace = async (folder: string): Promise<Finding> => {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const detail = `${(freeBytes / gigabyte).toFixed(1)} GB free`;
  if (freeBytes < tooFewBytes)
    return fail('Disk', detail, 'free disk space: nothing can be stored on a full disk');
  return freeBytes < scarceBytes ? warn('Disk', detail, 'free disk space soon') : ok('Disk', detail);
};

export const checkFolder = async ({ dataDir }: Config): Promise<Finding[]> => {
  const wanted = resolve(dataDir);
  const folder = nearestExisting(wanted);
  return [await checkAccess(wanted, folder), await checkSpace(folder)];
};
