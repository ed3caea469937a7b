import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const folders = ['src', 'test', 'migrations', 'scripts', 'web', 'bench', 'packages', 'examples'];

/** `import … from '…'` and `export … from '…'`. */
const declarations = /\b(import|export)\s+(type\s)?([^'";]*?)\s*from\s*['"](\.{1,2}\/[^'"]+)['"]/g;
/** Files that are loaded later, started as a thread or process, or read. */
const otherReferences =
  /(?:\bimport\s*\(\s*|\bimport\s+|\bnew URL\(\s*|\bjoin\(import\.meta\.dirname,\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

/** `{ type A, b as c }` has the values b (as another file calls it) and c (as this file calls it). */
const namesIn = (clause: string): { theirs: string; own: string }[] | 'all' => {
  const listed = /\{([^}]*)\}/.exec(clause)?.[1];
  if (listed === undefined || /^[^{]*[\w*]\s*,?\s*\{/.test(clause)) return 'all';
  return listed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [theirs = '', own = theirs] = name.split(/\s+as\s+/);
      return { theirs, own };
    });
};

/**
 * Files that put the whole service together: through them every test of a service depends on every file. A change therefore
 * selects, beyond them, only the tests of its own capability.
 */
const assemblies = new Set([
  'src/app.ts',
  'src/rooms.ts',
  'src/cli/run-command.ts',
  'src/cli/open-all-rooms.ts',
  'src/http/console/console-routes.ts',
  'src/http/developer-api.ts',
  'test/support/service/service.ts',
  'test/support/service/shared-workers.ts',
]);

/** Capabilities whose tests in `test/api` have another name than the module. */
const testedAs: Record<string, string> = {
  'agent-files': 'agents',
  assistance: 'handoff',
  audit: 'accounts',
  auth: 'accounts',
  connectors: 'messaging',
  db: 'operations',
  deliveries: 'operations',
  embed: 'channels',
  feedback: 'conversations',
  images: 'agents',
  inbox: 'handoff',
  jobs: 'operations',
  mail: 'accounts',
  'model-connections': 'models',
  notifications: 'handoff',
  reference: 'document',
  retention: 'erasure',
  rounds: 'messages',
  runtime: 'messages',
  tools: 'agents',
  v1: 'messages',
  v2: 'messages',
  webhooks: 'messages',
  'workflow-runs': 'flows',
  workspaces: 'accounts',
};

/** The folder of `test/api` for a file of `src`: `src/http/console/tables/x.ts` belongs to `tables`. */
const capabilitiesOf = (file: string): string[] => {
  const [top, ...names] = file.split('/');
  if (top !== 'src' || file.endsWith('.test.ts')) return [];
  return names.slice(0, -1).map((name) => testedAs[name] ?? name);
};

/** How one file uses another. */
interface Use {
  user: string;
  /** The names it imports. */
  names: ReadonlySet<string> | 'all';
  /** The names under which an index file exports them. */
  exports?: ReadonlySet<string>;
}

/** The uses of each file. Imports of types are left out, because the compiler checks them. */
export type ImportGraph = ReadonlyMap<string, readonly Use[]>;

const isIndex = (file: string): boolean => file.endsWith('/index.ts');

const usesIn = (file: string, text: string): { target: string; use: Use }[] => {
  const targetOf = (reference: string): string =>
    normalize(join(dirname(file), reference)).replaceAll('\\', '/');
  const declared = [...text.matchAll(declarations)].flatMap(([, keyword, isType, clause, reference]) => {
    const found = isType ? [] : namesIn(clause!);
    if (found !== 'all' && found.length === 0) return [];
    const names = found === 'all' ? found : new Set(found.map(({ theirs }) => theirs));
    const exports =
      keyword === 'export' && isIndex(file) && found !== 'all'
        ? { exports: new Set(found.map(({ own }) => own)) }
        : {};
    return [{ target: targetOf(reference!), use: { user: file, names, ...exports } }];
  });
  const others = [...text.matchAll(otherReferences)].map(([, reference]) => ({
    target: targetOf(reference!),
    use: { user: file, names: 'all' as const },
  }));
  return [...declared, ...others];
};

export const readImportGraph = (root: string): ImportGraph => {
  const graph = new Map<string, Use[]>();
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs,js}`),
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
  );
  for (const file of files)
    for (const { target, use } of usesIn(file, readFileSync(join(root, file), 'utf8')))
      graph.set(target, [...(graph.get(target) ?? []), use]);
  return graph;
};

/** Test files that depend on one of the changed files, those of their capabilities that start a whole service, and the rules. */
export const affectedTests = (
  graph: ImportGraph,
  changed: readonly string[],
  tests: readonly string[],
): string[] => {
  /** The affected exports of each file. Of an index file only some may be affected. */
  const affected = new Map<string, Set<string> | 'all'>();
  const waiting: { file: string; names: ReadonlySet<string> | 'all' }[] = [];
  const reach = (file: string, names: ReadonlySet<string> | 'all'): void => {
    const known = affected.get(file);
    if (known === 'all') return;
    const news = names === 'all' ? names : new Set([...names].filter((name) => !known?.has(name)));
    if (news !== 'all' && news.size === 0) return;
    affected.set(file, news === 'all' ? news : new Set([...(known ?? []), ...news]));
    waiting.push({ file, names: news });
  };
  for (const file of changed) reach(file, 'all');
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, names } = next;
    if (assemblies.has(file) && !changed.includes(file)) continue;
    for (const use of graph.get(file) ?? []) {
      const { names: used } = use;
      if (names === 'all' || used === 'all' || [...used].some((name) => names.has(name)))
        reach(use.user, use.exports ?? 'all');
    }
  }
  const capabilities = new Set(changed.flatMap(capabilitiesOf));
  return tests.filter(
    (test) =>
      affected.has(test) ||
      // They read the sources, documents and translations as text, and take seconds.
      test.startsWith('test/architecture/') ||
      (test.startsWith('test/api/') && capabilities.has(test.split('/')[2]!)),
  );
};
