/**
 * Some tests need programs that npm cannot install. The test command provides them and sets environment variables. A
 * test asks here and uses `skip` of node:test if a program is missing:
 *
 *   test('…', { skip: skipWithout('postgres') }, async () => { … });
 */
export type TestGroup = 'postgres' | 'dovecot' | 'object-storage' | 'python' | BrowserName;
export type BrowserName = 'chromium' | 'firefox';

const variables = {
  postgres: 'TEST_DATABASE_URL',
  dovecot: 'DOVECOT_ROOT',
  'object-storage': 'SWIFT_ROOT',
  python: 'PYTHON_PATH',
  chromium: 'CHROMIUM_PATH',
  firefox: 'FIREFOX_PATH',
} as const;

/** The browser of the browser tests in this run: `npm run test:firefox` chooses Firefox. */
export const testBrowser: BrowserName =
  process.env.FRONTDESK_TEST_BROWSER === 'firefox' ? 'firefox' : 'chromium';

/** Address of a PostgreSQL server with pgvector, as an account that may create databases. */
export function postgresUrl(): string | undefined {
  return skipWithout('postgres') === false ? process.env.TEST_DATABASE_URL : undefined;
}

/** Path of the browser's program. */
export function browserPath(name: BrowserName = testBrowser): string | undefined {
  return skipWithout(name) === false ? process.env[variables[name]] : undefined;
}

/** Why the group cannot run here, or false when it can. `browser` is the browser of this run. */
export function skipWithout(wanted: TestGroup | 'browser'): string | false {
  const group = wanted === 'browser' ? testBrowser : wanted;
  const skipped = (process.env.FRONTDESK_TEST_SKIP ?? '').split(',').map((name) => name.trim());
  if (skipped.includes(group)) return `${group} is not available; the end of the run says why`;
  if (!process.env[variables[group]]) return `${variables[group]} is not set; npm test sets it`;
  return false;
}

/** For a test that the driver cannot run in Firefox: why it is skipped there, or false in Chromium. */
export function skipInFirefox(limit: string): string | false {
  return testBrowser === 'firefox' && `not in Firefox: ${limit}`;
}
