import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Each group loads the service, which takes 1.7 s of processor time, and has workers of its own, which take more. */
const filesPerGroup = 45;
/** Their files take longer: browsers, killed processes, expensive input, and files of the system tests. */
const filesPerLongGroup = 3;
const longFolders = ['test/e2e/', 'test/faults/', 'test/abuse/'];
const longSuffix = '.system.test.ts';
/**
 * Loaded before the files of a folder. Its hooks then run after the last file of the group, not after
 * the first file that imports it: all browser tests of a group share one browser.
 */
const sharedModules: Record<string, string> = { 'test/e2e/': 'test/support/browser/console-stage.ts' };
/** Loaded before all else, because the first test starts the tracking. */
const trackingModule = join(import.meta.dirname, 'without-async-tracking.ts');
/** Loaded before files with property tests. */
const seedModule = 'scripts/testing/use-seed.ts';
/** A file whose tests need a new process starts with this comment and the reason. */
const apartMark = '// In a process of its own: ';

type EnvironmentOf = (file: string) => Record<string, string>;

/**
 * Files of a folder with the same variables form groups. Each group runs in one process, because loading the service takes
 * longer than the tests of most files. Neighbours, which take about as long as each other, are in different groups, so that all
 * groups take about as long; only the long files stay with their neighbours.
 * The large groups come first and the small ones of `scripts`, `web` and others last, so that all cores are busy until the end.
 * In between, groups alternate, because browser tests need both cores and kill tests wait most of the time.
 */
export function groupTestFiles(
  root: string,
  files: readonly string[],
  environmentOf: EnvironmentOf = () => ({}),
): string[][] {
  const isApart = (file: string): boolean => readFileSync(join(root, file), 'utf8').startsWith(apartMark);
  const isLong = (file: string): boolean =>
    file.endsWith(longSuffix) || longFolders.some((folder) => file.startsWith(folder));
  const parts = new Map<string, { folder: string; apart: string[][]; together: string[] }>();
  for (const file of files) {
    const [top = '', second = ''] = file.split('/');
    const folder = top === 'test' ? `${top}/${second}` : top;
    const key = folder + JSON.stringify(environmentOf(file));
    const part = parts.get(key) ?? { folder, apart: [], together: [] };
    parts.set(key, part);
    if (isApart(file)) part.apart.push([file]);
    else part.together.push(file);
  }
  const groupsIn = ({ apart, together }: { apart: string[][]; together: string[] }): string[][] => [
    // First, because several of them wait for processes that they start.
    ...apart,
    ...(together.some(isLong) ? neighbours(together, filesPerLongGroup) : dealt(together, filesPerGroup)),
  ];
  const rankOf = (folder: string): number => {
    if (folder === 'test/api' || folder === 'src') return 0;
    return folder.startsWith('test/') ? 1 : 2;
  };
  return [0, 1, 2].flatMap((rank) =>
    alternate([...parts.values()].filter(({ folder }) => rankOf(folder) === rank).map(groupsIn)),
  );
}

const neighbours = (files: readonly string[], most: number): string[][] =>
  Array.from({ length: Math.ceil(files.length / most) }, (_, index) =>
    files.slice(index * most, (index + 1) * most),
  );

/** Like cards: one file to each group in turn. */
const dealt = (files: readonly string[], most: number): string[][] => {
  const groups = Math.ceil(files.length / most);
  return Array.from({ length: groups }, (_, group) => files.filter((_, index) => index % groups === group));
};

/** The first of each list, then the second of each, and so on. */
function alternate<Item>(lists: readonly Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** A file for node's test runner in place of each group. Node sorts the files, so their names begin with a number. */
export function writeTestGroups(
  root: string,
  groups: readonly string[][],
  folder: string,
  environmentOf: EnvironmentOf = () => ({}),
): string[] {
  mkdirSync(folder, { recursive: true });
  return groups.map((files, index) => {
    const name = `${String(index).padStart(4, '0')}-${dirname(files[0]!).replaceAll('/', '-')}`;
    const path = join(folder, `${name}.test.mjs`);
    writeFileSync(path, groupSource(root, files, environmentOf(files[0]!)));
    return path;
  });
}

/** A suite per file limits hooks to the tests of their file, and names a file that cannot be loaded. */
function groupSource(root: string, files: readonly string[], environment: Record<string, string>): string {
  const address = (file: string): string => JSON.stringify(pathToFileURL(resolve(root, file)).href);
  const shared = Object.entries(sharedModules)
    .filter(([folder]) => files.some((file) => file.startsWith(folder)))
    .map(([, file]) => file);
  const hasProperties = files.some((file) =>
    readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
  );
  const imports = [...(hasProperties ? [seedModule] : []), ...shared].map(
    (file) => `import ${address(file)};`,
  );
  const suites = files.map(
    (file) =>
      `describe(${JSON.stringify(file)}, async () => { try { await import(${address(file)}); } finally { loaded(); } });`,
  );
  const tracking = [
    `import { countLoadedFiles } from ${JSON.stringify(pathToFileURL(trackingModule).href)};`,
    `const loaded = countLoadedFiles(${files.length});`,
  ];
  const assignment = `Object.assign(process.env, ${JSON.stringify(environment)});`;
  return [...tracking, `import { describe } from 'node:test';`, ...imports, assignment, ...suites, ''].join(
    '\n',
  );
}
