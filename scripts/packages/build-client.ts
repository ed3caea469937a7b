/**
 * Builds packages/client into packages/client/dist: JavaScript for Node.js, browsers and edge runtimes, and types.
 *
 *   npm run build:client
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'packages/client');

/** @param output by default the folder that is published */
export const buildClient = async (output = join(folder, 'dist')): Promise<void> => {
  await rm(output, { recursive: true, force: true });
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: output,
      target: 'es2022',
      minify: true,
      lib: {
        entry: { index: join(folder, 'src/index.ts'), node: join(folder, 'src/node.ts') },
        formats: ['es'],
      },
      rollupOptions: { external: /^node:/ },
    },
  });
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(folder, 'tsconfig.build.json'),
      '--outDir',
      output,
    ],
    { cwd: root },
  );
  // The compiler keeps the extension of the sources, which are not part of the package.
  for (const name of await readdir(output))
    if (name.endsWith('.d.ts')) {
      const text = await readFile(join(output, name), 'utf8');
      await writeFile(join(output, name), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
    }
};

if (import.meta.main) await buildClient();
