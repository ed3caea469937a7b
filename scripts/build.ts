/**
 * Builds what git does not contain: generated types and documents, the pages in dist/web, and the service in dist/server. Runs after
 * `npm install`, and before tests.
 *
 *   npm run build                   what has changed since the last build
 *   npm run build -- --force        everything
 *   npm run build -- --generated    only the generated types and documents, which the type check needs
 */
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const isForced = process.argv.includes('--force');

/** Vite and the compiler are absent in an installation without development packages. */
const hasDevelopmentPackages = (): boolean => {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
};

const withDuration = async (name: string, work: () => Promise<string[]>): Promise<void> => {
  const startMs = performance.now();
  const built = await work();
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  if (built.length > 0) console.log(`Built ${name} in ${seconds} s: ${built.join(', ')}`);
};

const build = async (): Promise<void> => {
  await withDuration('types and documents', async () => {
    const { generateFiles } = await import('./generated/generate-files.ts');
    const { generatedFiles } = await import('./generated/generated-files.ts');
    return generateFiles(root, generatedFiles, isForced);
  });
  if (process.argv.includes('--generated')) return;
  await withDuration('the pages', async () => (await import('./web/build-pages.ts')).buildPages(isForced));
  await withDuration('the service', async () =>
    (await (await import('./server/build-server.ts')).buildServer(isForced)) ? ['dist/server'] : [],
  );
};

if (hasDevelopmentPackages()) await build();
else
  console.log(
    'Nothing was built, because the development packages are not installed. Without an earlier build, the service runs from its source files and has no pages.',
  );
