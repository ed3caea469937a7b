/**
 * Some tests need programs that npm cannot install. The test command provides them and sets environment variables. A
 * test asks here and uses `skip` of node:test if a program is missing:
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
