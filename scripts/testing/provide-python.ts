import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages } from './debian.ts';
import { ensureDebianRoot } from './debian-root.ts';
import { type Provision, unavailable } from './provision.ts';

/** Made by `npm run test:python`. */
const ownPython = join(import.meta.dirname, '../../.cache/python/bin/python');
const neededModules = 'import httpx, ssl, sys, typing_extensions; assert sys.version_info >= (3, 10)';

const isUsable = (python: string): boolean => spawnSync(python, ['-c', neededModules]).status === 0;

/** The path of a Python with the packages of the Python client. As root on Debian, one of Debian trixie is downloaded. */
export async function providePython(signal: AbortSignal): Promise<Provision<string>> {
  const named = process.env.PYTHON_PATH;
  if (named) return { available: true, value: named };
  const found = [ownPython, 'python3'].find(isUsable);
  if (found) return { available: true, value: found };
  if (!canInstallPackages())
    return unavailable('no Python 3.10 with httpx: "npm run test:python" installs it into .cache/python');
  const wanted = {
    folderName: `python-3.13-trixie-1-${process.arch}`,
    title: 'Python with httpx',
    packages: ['python3', 'python3-httpx', 'python3-typing-extensions'],
    unneeded: /^(?:perl-modules|libicu-dev)/,
    furnish: async (root: string) => writeStarter(root),
  };
  try {
    const python = join(await ensureDebianRoot(wanted, signal), starterName);
    return isUsable(python) ? { available: true, value: python } : unavailable(`${python} does not run`);
  } catch (error) {
    return unavailable((error as Error).message);
  }
}

const starterName = 'start-python';

/** Python of the folder needs the loader and libraries of the folder: those of the machine may be older. */
function writeStarter(root: string): void {
  const [loader] = globSync('usr/lib*/**/ld-linux-*.so.*', { cwd: root });
  const [libraries] = globSync('usr/lib/*-linux-gnu', { cwd: root });
  if (!loader || !libraries) throw new Error(`${root} has no loader of programs`);
  const lines = [
    '#!/bin/sh',
    'root=$(dirname "$0")',
    'export PYTHONHOME="$root/usr" PYTHONDONTWRITEBYTECODE=1',
    `exec "$root/${loader}" --library-path "$root/${libraries}" "$root/usr/bin/python3" "$@"`,
  ];
  const starter = join(root, starterName);
  writeFileSync(starter, `${lines.join('\n')}\n`);
  chmodSync(starter, 0o755);
}
