/**
 * Some tests need what npm cannot install. The test command sets it up and names it in the environment; a
 * test asks here, and says so with node:test's own `skip` when it is not to be had:
 *
 *   test('…', { skip: skipWithout('postgres') }, async () => { … });
 */
export type TestGroup = 'postgres' | 'chromium';

const variables = { postgres: 'TEST_DATABASE_URL', chromium: 'CHROMIUM_PATH' } as const;

/** Address of a PostgreSQL server with pgvector, as an account that may create databases. */
export function postgresUrl(): string | undefined {
  return skipWithout('postgres') === false ? process.env.TEST_DATABASE_URL : undefined;
}

/** Path of the Chromium program. */
export function chromiumPath(): string | undefined {
  return skipWithout('chromium') === false ? process.env.CHROMIUM_PATH : undefined;
}

/** Why the group cannot run here, or false when it can. */
export function skipWithout(group: TestGroup): string | false {
  const skipped = (process.env.FRONTDESK_TEST_SKIP ?? '').split(',').map((name) => name.trim());
  if (skipped.includes(group)) return `${group} is not available; the end of the run says why`;
  if (!process.env[variables[group]]) return `${variables[group]} is not set; npm test sets it`;
  return false;
}
