import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { guides } from '../../src/http/docs/guides.ts';
import { fingerprint } from './fingerprint.ts';

const root = join(import.meta.dirname, '../..');
const output = join(root, 'dist/web');

const parts = ['console', 'chat', 'widget', 'search', 'search-box', 'guides'];

/** Besides a part's own folder: example flows, and code that pages share with each other and with the service. */
const shared = [
  'examples/flows',
  'web/colors',
  'web/markdown',
  'web/messages',
  'web/widget/shorten-styles.ts',
  'web/widget/src',
  'src/agents/translated.ts',
  'src/http/docs/guides.ts',
  'src/http/embed/widget-words.ts',
  'src/lib/file-formats',
  'src/lib/language',
  'src/lib/origins',
  'src/models/provider-table.ts',
  'package-lock.json',
  'scripts/web',
];

/** Code of other parts. */
const borrowed: Record<string, string[]> = { search: ['web/chat/src'] };

const buildGuides = async (made: string): Promise<void> => {
  const { renderGuide } = await import('./render-guide.ts');
  await mkdir(made, { recursive: true });
  for (const { name, file } of guides)
    await writeFile(join(made, `${name}.html`), renderGuide(await readFile(join(root, file), 'utf8'), file));
};

/** Built in a temporary folder and then moved, so that no service and no second build sees an incomplete folder. */
const buildPart = async (part: string, source: string): Promise<void> => {
  const folder = join(root, 'web', part);
  const [made, old] = [
    join(root, `dist/.${part}-${process.pid}`),
    join(root, `dist/.old-${part}-${process.pid}`),
  ];
  if (part === 'guides') await buildGuides(made);
  else
    await build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: made, emptyOutDir: true },
    });
  await compressAll(made);
  await writeFile(join(made, stampName), source);
  await mkdir(output, { recursive: true });
  await rename(join(output, part), old).catch(() => {});
  await rename(made, join(output, part));
  await rm(old, { recursive: true, force: true });
};

const stampName = '.built-from';

/**
 * Builds the pages into dist/web: the console (React), the chat page of share and iframe (Preact), the bubble widget, the search
 * page and its box, and the guides for developers. Returns the names of the parts that had changed.
 */
export const buildPages = async (isForced: boolean): Promise<string[]> => {
  const changed: string[] = [];
  for (const part of parts) {
    const own =
      part === 'guides' ? guides.map(({ file }) => file) : [`web/${part}`, ...(borrowed[part] ?? [])];
    const source = await fingerprint(root, [...own, ...shared]);
    const built = await readFile(join(output, part, stampName), 'utf8').catch(() => '');
    if (built === source && !isForced) continue;
    await buildPart(part, source);
    changed.push(part);
  }
  return changed;
};

/** Compressed once at the best quality, so that serving a page needs no CPU time. */
const compressAll = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|html|svg|json)$/.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
};
