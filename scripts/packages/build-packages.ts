/**
 * Builds the packages for npm into packages/<name>/dist: JavaScript and types.
 *
 *   npm run build:packages
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** The entry points of each package: files in its src. */
const packages = {
  client: ['index', 'node'],
  widget: ['index', 'react', 'vue'],
};

/** @param output by default the folder that is published */
export const buildPackage = async (
  name: keyof typeof packages,
  output = join(root, 'packages', name, 'dist'),
): Promise<void> => {
  const folder = join(root, 'packages', name);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: output,
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      lib: {
        entry: Object.fromEntries(packages[name].map((entry) => [entry, join(folder, `src/${entry}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        // Packages of the site: peer dependencies.
        external: /^(node:.*|react|vue)$/,
        output: { chunkFileNames: '[name].js' },
      },
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
  for (const file of await readdir(output))
    if (file.endsWith('.d.ts')) {
      const text = await readFile(join(output, file), 'utf8');
      await writeFile(join(output, file), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
    }
};

if (import.meta.main) for (const name of ['client', 'widget'] as const) await buildPackage(name);
