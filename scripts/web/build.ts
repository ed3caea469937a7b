/**
 * Builds the pages into dist/web: the console (React), the chat page of share and iframe (Preact) and the bubble
 * widget. Runs after `npm install`, and before tests and `npm start` of a checkout whose web/ has changed.
 *
 *   npm run build              when something changed since the last build
 *   npm run build -- --force   in any case
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fingerprint } from './fingerprint.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist/web');
const stamp = join(output, '.built-from');

const parts = ['console', 'chat', 'widget'];

/** Left out of an install without development packages: the pages then come from a build elsewhere. */
const loadVite = async () => {
  try {
    return await import('vite');
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

const build = async (): Promise<void> => {
  const source = await fingerprint(root, ['web', 'package-lock.json', 'scripts/web']);
  const isFresh = (await readFile(stamp, 'utf8').catch(() => '')) === source;
  if (isFresh && !process.argv.includes('--force')) return;
  const vite = await loadVite();
  if (!vite) return console.log('The pages were not built: the development packages are not installed.');
  // Without its stamp a build that is cut off counts as none.
  await rm(output, { recursive: true, force: true });
  for (const part of parts) {
    const folder = join(root, 'web', part);
    await vite.build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  }
  await compressAll();
  await writeFile(stamp, source);
};

/** Once here, so that serving a page costs no processor time. */
const compressAll = async (): Promise<void> => {
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|html|svg|json)$/.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
};

await build();
