/**
 * The test command. Checks format, lint and types, provides what the tests need beyond npm (PostgreSQL with
 * pgvector, Dovecot, OpenStack Swift, Python with httpx, Chromium, Firefox), runs all tests in one run of node's test runner, several
 * files per process, and cleans up.
 *
 *   npm test                                 the everyday tests: about six minutes on two cores
 *   npm test -- --changed                    what the changes that are not committed can affect; --changed=REVISION: since then
 *   npm run test:system                      what they leave out: browsers, kills, hostile input, clients, services on PostgreSQL
 *   npm run test:long                        *.long.test.ts, and every variant of the browser and recognition tests
 *   npm test -- src/lib test/api/x.test.ts   files, folders or glob patterns
 *   npm test -- --quick src/lib              without the checks
 *   npm test -- --behaviour                  reports which routes, error codes and fault points the tests reach
 *   npm test -- --test-name-pattern=word     any option of node's test runner
 *   npm run test:firefox                     the browser tests in Firefox, without the checks
 *   npm run test:firefox -- test/e2e/chat    some of them
 *
 * TEST_DATABASE_URL, PYTHON_PATH, CHROMIUM_PATH and FIREFOX_PATH name a server and programs to use instead; FRONTDESK_TEST_SKIP
 * lists groups (postgres, dovecot, object-storage, python, chromium, firefox) to skip. The last lines name each group that could
 * not run. With CI=true that is a failure. TEST_SEED is the seed of property tests; without it each run uses other random inputs.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { affectedTests, readImportGraph } from './testing/affected-tests.ts';
import { buildForTests } from './testing/build-for-tests.ts';
import { changedFiles } from './testing/changed-files.ts';
import { describeBehaviour } from './testing/describe-behaviour.ts';
import { groupTestFiles, writeTestGroups } from './testing/group-tests.ts';
import { describeMissingGroups, exitCodeOf, missingGroups } from './testing/missing-groups.ts';
import { passesChecks } from './testing/passes-checks.ts';
import { provideChromium } from './testing/provide-chromium.ts';
import { provideDovecot } from './testing/provide-dovecot.ts';
import { provideFirefox } from './testing/provide-firefox.ts';
import { provideObjectStorage } from './testing/provide-object-storage.ts';
import { providePostgres } from './testing/provide-postgres.ts';
import { providePython } from './testing/provide-python.ts';
import { type Provision, unavailable } from './testing/provision.ts';
import { runCommand } from './testing/run-command.ts';
import { environmentOf, parseTestArguments, selectTestFiles } from './testing/select-tests.ts';

/** Timeouts of tests do not end a file that hangs. Node names the file when the run is cut off. */
const runTimeoutMs = Number(process.env.TEST_RUN_MINUTES ?? 20) * 60_000;
/** 5 minutes by default. The longest test takes 40 s on a free machine. */
const testTimeoutMs = runTimeoutMs / 4;

/** To start a server that has been set up before takes less. */
const setUpSeconds = 15;

/** The browser tests use SQLite and one browser, and only the Python client needs Python. */
const notNeeded = unavailable('not needed');

const interruption = new AbortController();
const { signal } = interruption;

async function main(): Promise<number> {
  process.chdir(join(import.meta.dirname, '..'));
  // Identifies this run's databases on a shared server, so that they can be dropped.
  process.env.FRONTDESK_TEST_RUN = randomBytes(4).toString('hex');
  const wanted = parseTestArguments(process.argv.slice(2));
  const { browser, checks, nodeOptions, patterns } = wanted;
  const changed = wanted.changedSince === undefined ? undefined : await changedFiles(wanted.changedSince);
  if (wanted.changedSince !== undefined && changed === undefined) return 1;
  const selected = selectTestFiles('.', wanted);
  const files = changed ? affectedTests(readImportGraph('.'), changed, selected) : selected;
  if (selected.length === 0) {
    console.error(`No test file matches ${patterns.join(' ')}`);
    return 1;
  }
  if (changed) console.log(`${changed.length} files changed, which can affect ${files.length} test files.`);
  if (changed?.length === 0) return 0;
  const usesPages = files.some((file) => file.includes('test/e2e/'));
  if (!(await buildForTests(usesPages ? 'pages' : 'generated', signal))) return 1;
  if (checks && !(await passesChecks(signal, changed))) {
    console.error('No test was run.');
    return 1;
  }
  const hasClients = files.some((file) => file.startsWith('test/clients/'));
  const [postgres, dovecot, objectStorage, python, chromium, firefox] = await Promise.all([
    browser === 'firefox' ? notNeeded : provide('postgres', providePostgres),
    browser === 'firefox' ? notNeeded : provide('dovecot', provideDovecot),
    browser === 'firefox' ? notNeeded : provide('object-storage', provideObjectStorage),
    hasClients ? provide('python', providePython) : notNeeded,
    browser === 'firefox' ? notNeeded : provide('chromium', provideChromium),
    provide('firefox', provideFirefox),
  ]);
  const provisions = Object.fromEntries(
    Object.entries({ postgres, dovecot, 'object-storage': objectStorage, python, chromium, firefox }).filter(
      ([, provision]) => provision !== notNeeded,
    ),
  );
  const groupFolder = mkdtempSync(join(tmpdir(), 'frontdesk-groups-'));
  const behaviourFolder = join(groupFolder, 'behaviour');
  if (wanted.behaviour) mkdirSync(behaviourFolder);
  let code: number;
  try {
    const variablesOf = (file: string) => environmentOf(file, wanted);
    const groups = writeTestGroups('.', groupTestFiles('.', files, variablesOf), groupFolder, variablesOf);
    code = await runTests(groups, nodeOptions, {
      ...process.env,
      // Also for tests that load a model without the service.
      ORT_DISABLE_TELEMETRY: '1',
      // Each test starts a service. With the default of 16 MB most of its short-lived objects survive a collection.
      NODE_OPTIONS: [
        process.env.NODE_OPTIONS,
        '--max-semi-space-size=32',
        wanted.behaviour ? `--import=${join(import.meta.dirname, 'testing/record-behaviour.ts')}` : undefined,
      ]
        .filter(Boolean)
        .join(' '),
      FRONTDESK_TEST_BEHAVIOUR: wanted.behaviour ? behaviourFolder : undefined,
      // For files that all processes of this run share.
      FRONTDESK_TEST_FOLDER: groupFolder,
      // About a hundred processes load mostly the same thousand modules.
      NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/frontdesk-tests'),
      PATH: [postgres.available ? postgres.value.clients : undefined, process.env.PATH]
        .filter(Boolean)
        .join(':'),
      TEST_DATABASE_URL: postgres.available ? postgres.value.url : undefined,
      DOVECOT_ROOT: dovecot.available ? dovecot.value : undefined,
      SWIFT_ROOT: objectStorage.available ? objectStorage.value : undefined,
      PYTHON_PATH: python.available ? python.value : undefined,
      CHROMIUM_PATH: chromium.available ? chromium.value : undefined,
      FIREFOX_PATH: firefox.available ? firefox.value : undefined,
      FRONTDESK_TEST_BROWSER: browser,
      FRONTDESK_TEST_SKIP: missingGroups(provisions).join(','),
    });
    if (wanted.behaviour) for (const line of describeBehaviour(behaviourFolder)) console.log(line);
  } finally {
    rmSync(groupFolder, { recursive: true, force: true });
    if (postgres.available) await postgres.value.stop();
  }
  if (signal.aborted) return 1;
  for (const line of describeMissingGroups(provisions)) console.log(line);
  return exitCodeOf(provisions, code, process.env);
}

async function provide<Value>(
  group: string,
  start: (signal: AbortSignal) => Promise<Provision<Value>>,
): Promise<Provision<Value>> {
  const unwanted = (process.env.FRONTDESK_TEST_SKIP ?? '').split(',').map((name) => name.trim());
  if (unwanted.includes(group)) return unavailable('FRONTDESK_TEST_SKIP leaves them out');
  const startMs = performance.now();
  const provision = await start(signal);
  const seconds = Math.round((performance.now() - startMs) / 1000);
  // Only the first run on a machine takes so long. It has said what it sets up.
  if (provision.available && seconds >= setUpSeconds) console.log(`Set up ${group} in ${seconds} s`);
  return provision;
}

async function runTests(files: string[], options: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (signal.aborted) return 1;
  // Many tests wait for a server or a browser. With one file per core, cores would be idle.
  const concurrency = availableParallelism() + 2;
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${testTimeoutMs}`,
    ...options,
    ...files,
  ];
  const limit = AbortSignal.any([signal, AbortSignal.timeout(runTimeoutMs)]);
  return (await runCommand(process.execPath, args, { show: true, env, signal: limit })).code;
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort(new Error(`Ended by ${name}`)));
}
process.exitCode = await main();
