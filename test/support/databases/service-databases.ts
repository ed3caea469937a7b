import type { DatabaseKind } from '../../../src/db/index.ts';

const both: readonly DatabaseKind[] = ['sqlite', 'postgres'];

/**
 * The databases on which tests start whole services in this run. `npm test` uses SQLite and `npm run test:system` PostgreSQL.
 * Runs of named files use both.
 */
export const serviceDatabases: readonly DatabaseKind[] = both.filter((kind) => {
  const only = process.env.FRONTDESK_TEST_SERVICE_DATABASE;
  return only === undefined || only === '' || only === kind;
});
