import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How the code names a file that runs in a thread or process of its own. */
export const entryReference = /new URL\(\s*'(\.{1,2}\/[^']+\.m?[jt]s)',\s*import\.meta\.url,?\s*\)/g;

/** The name of its built file: `src/lib/sandbox/worker/main.ts` becomes `lib-sandbox-worker-main.js`. */
export const builtNameOf = (path: string): string =>
  `${path
    .replace(/^src\//, '')
    .replace(/\.m?[jt]s$/, '')
    .replaceAll('/', '-')}.js`;

/** Files of src that run in a thread or process of their own, relative to the root. */
export const findEntries = (root: string): string[] => {
  const found = new Set<string>();
  for (const file of globSync('src/**/*.{ts,mjs}', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(entryReference))
      found.add(join(dirname(file), target!).replaceAll('\\', '/'));
  }
  return [...found].sort();
};
