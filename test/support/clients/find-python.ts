import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Made by `npm run test:python`. */
const ownPython = join(import.meta.dirname, '../../../.cache/python/bin/python');

/** A Python with the packages of the client, or why there is none. */
export const findPython = (): { path: string } | { missing: string } => {
  for (const path of [ownPython, 'python3']) {
    if (path === ownPython && !existsSync(path)) continue;
    const found = spawnSync(path, [
      '-c',
      'import httpx, typing_extensions, sys; assert sys.version_info >= (3, 10)',
    ]);
    if (found.status === 0) return { path };
  }
  return { missing: 'no Python 3.10 with httpx: "npm run test:python" installs it into .cache/python' };
};
