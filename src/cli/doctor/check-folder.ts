import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const gigabyte = 2 ** 30;
const scarceBytes = 2 * gigabyte;
const tooFewBytes = gigabyte / 5;
const openToOthers = 0o077;

/** A folder that is not there yet is made by the service: its nearest ancestor must allow that. */
const nearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : nearestExisting(dirname(folder));

const checkAccess = async (dataDir: string, folder: string): Promise<Finding> => {
  const what = 'Data folder';
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      what,
      `${folder} cannot be written by this account`,
      'change its owner, or set FRONTDESK_DATA_DIR',
    );
  }
  if (folder !== dataDir) return ok(what, `${dataDir} will be made`);
  const { mode } = await stat(folder);
  return mode & openToOthers
    ? warn(what, `${folder} can be read by other accounts`, `chmod 700 ${folder}`)
    : ok(what, folder);
};

const checkSpace = async (folder: string): Promise<Finding> => {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const detail = `${(freeBytes / gigabyte).toFixed(1)} GB free`;
  if (freeBytes < tooFewBytes) return fail('Disk', detail, 'make room: nothing can be stored on a full disk');
  return freeBytes < scarceBytes ? warn('Disk', detail, 'make room soon') : ok('Disk', detail);
};

export const checkFolder = async ({ dataDir }: Config): Promise<Finding[]> => {
  const wanted = resolve(dataDir);
  const folder = nearestExisting(wanted);
  return [await checkAccess(wanted, folder), await checkSpace(folder)];
};
