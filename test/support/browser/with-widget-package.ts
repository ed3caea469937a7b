import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { buildPackage } from '../../../scripts/packages/build-packages.ts';

const root = join(import.meta.dirname, '../../..');
const entry = 'virtual:page';

/** Builds `@frontdesk/widget`, and bundles scripts of pages that import the built package. */
export const withWidgetPackage = async (
  work: (bundle: (source: string) => Promise<string>) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-widget-'));
  try {
    await buildPackage('widget', folder);
    await work(async (source) => {
      const built = await build({
        root,
        configFile: false,
        logLevel: 'error',
        // StrictMode of React works only in development.
        define: { 'process.env.NODE_ENV': '"development"' },
        resolve: {
          alias: [
            { find: /^@frontdesk\/widget$/, replacement: join(folder, 'index.js') },
            { find: /^@frontdesk\/widget\/(react|vue)$/, replacement: join(folder, '$1.js') },
          ],
          // The built package is outside the project, and uses the packages of the page.
          dedupe: ['react', 'vue'],
        },
        plugins: [
          {
            name: 'page',
            resolveId: (id) => (id === entry ? `\0${entry}` : null),
            load: (id) => (id === `\0${entry}` ? source : null),
          },
        ],
        build: { write: false, minify: false, target: 'es2022', rolldownOptions: { input: entry } },
      });
      const { output } = built as Rolldown.RolldownOutput;
      // Inside a script element.
      return output[0].code.replaceAll('</script', '<\\/script');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
