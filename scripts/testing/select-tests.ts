import { globSync } from 'node:fs';
import { matchesGlob, normalize, sep } from 'node:path';

const testedFolders = ['src', 'test', 'migrations', 'scripts', 'web', 'bench'];

/** Tests of these files take long. They run only if a pattern matches them, as in `npm run test:long`. */
const longSuffix = '.long.test.ts';

const firefoxOption = '--browser=firefox';

export interface TestArguments {
  /** Whether format, lint and types are checked first. `--quick` skips the checks. */
  checks: boolean;
  /** The browser of the browser tests. `--browser=firefox` selects only these tests, in Firefox. */
  browser: 'chromium' | 'firefox';
  /** Options for node's test runner, such as --test-name-pattern=…. */
  nodeOptions: string[];
  /** Files, folders or glob patterns; none means every test except the long ones. */
  patterns: string[];
}

export function parseTestArguments(args: readonly string[]): TestArguments {
  const options = args.filter((argument) => argument.startsWith('-'));
  const patterns = args.filter((argument) => !argument.startsWith('-'));
  const inFirefox = options.includes(firefoxOption);
  return {
    checks: !options.includes('--quick') && !inFirefox,
    browser: inFirefox ? 'firefox' : 'chromium',
    nodeOptions: options.filter((option) => option !== '--quick' && option !== firefoxOption),
    patterns: inFirefox && patterns.length === 0 ? ['test/e2e'] : patterns,
  };
}

/** Test files under `root`, as relative paths, that match at least one pattern. Without patterns all but the long ones. */
export function selectTestFiles(root: string, patterns: readonly string[]): string[] {
  const files = globSync(
    testedFolders.map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root, exclude: ['**/node_modules/**'] },
  ).sort();
  if (patterns.length === 0) return files.filter((file) => !file.endsWith(longSuffix));
  const wanted = patterns.map((pattern) => normalize(pattern).replace(new RegExp(`\\${sep}+$`), ''));
  return files.filter((file) =>
    wanted.some(
      (pattern) => file === pattern || file.startsWith(pattern + sep) || matchesGlob(file, pattern),
    ),
  );
}
