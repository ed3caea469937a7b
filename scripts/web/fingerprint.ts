import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Hash of the files below the paths, without tests. Modification times are useless after a clone. */
export const fingerprint = async (root: string, paths: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesBelow(join(root, path))) {
      hash.update(`${file.slice(root.length)}\n`);
      hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
};

const filesBelow = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};
