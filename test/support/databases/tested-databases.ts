import type { DatabaseKind } from '../../../src/db/index.ts';

const both: readonly DatabaseKind[] = ['sqlite', 'postgres'];

/**
 * The databases on which tests run in this process. Tests that start a whole service or module use SQLite in `npm test` and
 * PostgreSQL in `npm run test:system`. All others, and runs of named files, use both.
 */
export const testedDatabases: readonly DatabaseKind[] = both.filter((kind) => {
  const only = process.env.FRONTDESK_TEST_DATABASE;
  return only === undefined || only === '' || only === kind;
});
