import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, normalize, sep } from 'node:path';

const testedFolders = ['src', 'test', 'migrations', 'scripts', 'web', 'bench'];

/** Tests of these files take long. They run only if a pattern matches them, as in `npm run test:long`. */
const longSuffix = '.long.test.ts';

/** Tests of these files take more than 15 s, and similar tests run every day. They run in `npm run test:system`. */
const systemSuffix = '.system.test.ts';
/** So do browsers, killed processes, hostile input and published clients. */
const systemFolders = ['test/e2e/', 'test/faults/', 'test/abuse/', 'test/clients/'];
/** These run every day nevertheless: both browsers open the pages, and rounds survive a kill. */
const everydaySystemFiles = ['test/e2e/browsers.test.ts', 'test/faults/round-kill.test.ts'];
/** These tests start a whole service or module, on SQLite every day and on PostgreSQL in `npm run test:system`. */
const wholeFolders = [
  'test/api/',
  'src/http/',
  'src/knowledge/edit/',
  'src/knowledge/ingest/',
  'src/knowledge/sources/',
];
/** Tests of src that run on both databases. */
const usesBoth = /\bforEachDatabase\(/;

const systemOption = '--system';
const behaviourOption = '--behaviour';
const firefoxOption = '--browser=firefox';
/** `--changed`: what is not committed. `--changed=main`: all since this commit. */
const changedOption = /^--changed(?:=(.+))?$/;

export interface TestArguments {
  /** Whether format, lint and types are checked first. `--quick` skips the checks. */
  checks: boolean;
  /** Whether to report which routes, error codes and fault points the tests reach. */
  behaviour: boolean;
  /** The browser of the browser tests. `--browser=firefox` selects only these tests, in Firefox. */
  browser: 'chromium' | 'firefox';
  /** Options for node's test runner, such as --test-name-pattern=…. */
  nodeOptions: string[];
  /** Only what the changes since this commit can affect. */
  changedSince: string | undefined;
  /** The tests without a pattern. */
  part: TestPart;
  /** Files, folders or glob patterns. */
  patterns: string[];
}

/** `system` has what `everyday` leaves out for time, except the long tests. */
export type TestPart = 'everyday' | 'system';

const revisionIn = (options: readonly string[]): string | undefined => {
  const found = options.map((option) => changedOption.exec(option)).find((match) => match !== null);
  return found ? (found[1] ?? 'HEAD') : undefined;
};

export function parseTestArguments(args: readonly string[]): TestArguments {
  const options = args.filter((argument) => argument.startsWith('-'));
  const isSystem = options.includes(systemOption);
  const patterns = args.filter((argument) => !argument.startsWith('-'));
  const inFirefox = options.includes(firefoxOption);
  return {
    checks: !options.includes('--quick') && !inFirefox && !isSystem,
    behaviour: options.includes(behaviourOption),
    browser: inFirefox ? 'firefox' : 'chromium',
    changedSince: revisionIn(options),
    nodeOptions: options.filter(
      (option) =>
        !['--quick', systemOption, behaviourOption, firefoxOption].includes(option) &&
        !changedOption.test(option),
    ),
    part: isSystem ? 'system' : 'everyday',
    patterns: inFirefox && patterns.length === 0 ? ['test/e2e'] : patterns,
  };
}

const isIn = (folders: readonly string[], file: string): boolean =>
  folders.some((folder) => file.startsWith(folder));

/**
 * Variables for the tests of a file. Those that start a whole service or module run on SQLite every day and on PostgreSQL in the
 * system tests. Other SQL is tested on both every day, in `src`. Files that do not run every day, and files that are named, use both.
 */
export const environmentOf = (
  file: string,
  { part, patterns }: Pick<TestArguments, 'part' | 'patterns'>,
): Record<string, string> =>
  patterns.length > 0 || !isIn(wholeFolders, file) || file.endsWith(systemSuffix)
    ? {}
    : { FRONTDESK_TEST_DATABASE: part === 'system' ? 'postgres' : 'sqlite' };

const isEveryday = (file: string): boolean =>
  (!isIn(systemFolders, file) && !file.endsWith(systemSuffix)) || everydaySystemFiles.includes(file);

const belongsTo = (part: TestPart, root: string, file: string): boolean => {
  if (file.endsWith(longSuffix)) return false;
  if (part === 'everyday') return isEveryday(file);
  if (!isEveryday(file) || file.startsWith('test/api/')) return true;
  return isIn(wholeFolders, file) && usesBoth.test(readFileSync(join(root, file), 'utf8'));
};

/** Test files under `root`, as relative paths: those that match at least one pattern, or without patterns those of the part. */
export function selectTestFiles(
  root: string,
  { part = 'everyday', patterns }: Partial<Pick<TestArguments, 'part'>> & Pick<TestArguments, 'patterns'>,
): string[] {
  const files = globSync(
    testedFolders.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root, exclude: ['**/node_modules/**'] },
  ).sort();
  if (patterns.length === 0) return files.filter((file) => belongsTo(part, root, file));
  const wanted = patterns.map((pattern) => normalize(pattern).replace(new RegExp(`\\${sep}+$`), ''));
  return files.filter((file) =>
    wanted.some(
      (pattern) => file === pattern || file.startsWith(pattern + sep) || matchesGlob(file, pattern),
    ),
  );
}
