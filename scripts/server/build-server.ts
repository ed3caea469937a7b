import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBuiltProgram } from '../../src/cli/find-built-program.mjs';
import { fingerprint } from '../web/fingerprint.ts';
import { bundleServer } from './bundle-server.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist/server');
/** dist, server and the folder of the build. */
const depth = 3;

/** What a build depends on besides the source files in it: the versions of packages, and how they are bundled. */
const common = ['package.json', 'package-lock.json'];

const describeSource = async (path: string): Promise<[string, number, number, string]> => {
  const { size, mtimeMs } = await stat(join(root, path));
  const hash = createHash('sha256').update(await readFile(join(root, path)));
  return [path, size, mtimeMs, hash.digest('base64')];
};

const writeThenRename = async (path: string, content: string): Promise<void> => {
  await writeFile(`${path}.${process.pid}`, content);
  await rename(`${path}.${process.pid}`, path);
};

/** The build before stays, because running services load modules from it. */
const removeOldBuilds = async (current: string, previous: string | undefined): Promise<void> => {
  for (const name of await readdir(output))
    if (![current, previous, 'current.json'].includes(name))
      await rm(join(output, name), { recursive: true, force: true });
};

const readCurrent = async (): Promise<{ folder?: string }> => {
  try {
    return JSON.parse(await readFile(join(output, 'current.json'), 'utf8')) as { folder?: string };
  } catch {
    return {};
  }
};

/** Builds the service into dist/server, where it starts from if its source files have not changed since. Returns whether it did. */
export const buildServer = async (isForced: boolean): Promise<boolean> => {
  const folder = (await fingerprint(root, ['src', 'migrations', 'scripts/server', ...common])).slice(0, 16);
  const { folder: previous } = await readCurrent();
  if (previous === folder && findBuiltProgram(root) && !isForced) return false;
  const { files, program, sources } = await bundleServer(root, depth);
  await mkdir(join(output, folder), { recursive: true });
  for (const { name, code } of files) await writeThenRename(join(output, folder, name), code);
  const described = await Promise.all([...sources, ...common].map(describeSource));
  await writeThenRename(
    join(output, 'current.json'),
    JSON.stringify({ folder, program, sources: described }),
  );
  await removeOldBuilds(folder, previous === folder ? undefined : previous);
  return true;
};
