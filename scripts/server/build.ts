/**
 * Builds the service into dist/server. `npm start` runs it if the source files have not changed since.
 *
 *   npm run build              when something changed since the last build
 *   npm run build -- --force   in any case
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBuiltProgram } from '../../src/cli/find-built-program.mjs';
import { fingerprint } from '../web/fingerprint.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist/server');
/** dist, server and the folder of the build. */
const depth = 3;

/** What a build depends on besides the source files in it: the versions of packages, and how they are bundled. */
const common = ['package.json', 'package-lock.json'];

/** Absent in an install without development packages. The service then runs from its source files. */
const loadBundler = async () => {
  try {
    return await import('./bundle-server.ts');
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

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

const build = async (): Promise<void> => {
  const bundler = await loadBundler();
  if (!bundler)
    return console.log('The service was not built: that needs the development packages. It runs from src.');
  const folder = (await fingerprint(root, ['src', 'migrations', 'scripts/server', ...common])).slice(0, 16);
  const { folder: previous } = await readCurrent();
  if (previous === folder && findBuiltProgram(root) && !process.argv.includes('--force')) return;
  const { files, program, sources } = await bundler.bundleServer(root, depth);
  await mkdir(join(output, folder), { recursive: true });
  for (const { name, code } of files) await writeThenRename(join(output, folder, name), code);
  const described = await Promise.all([...sources, ...common].map(describeSource));
  await writeThenRename(
    join(output, 'current.json'),
    JSON.stringify({ folder, program, sources: described }),
  );
  await removeOldBuilds(folder, previous === folder ? undefined : previous);
};

await build();
