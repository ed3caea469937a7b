import type { Database } from '../../../db/index.ts';
import type { Finding } from '../finding.ts';
import { checkBalances } from './check-balances.ts';
import { checkInvariants } from './check-invariants.ts';
import { checkPostgresStructure } from './check-postgres-structure.ts';
import { checkSqliteStructure } from './check-sqlite-structure.ts';
import { checkStoredFiles } from './check-stored-files.ts';

/** Reads everything there is, beside a running service. Changes nothing. */
export const checkIntegrity = async (db: Database, dataDir: string): Promise<Finding[]> => [
  ...(db.kind === 'sqlite' ? await checkSqliteStructure(db) : await checkPostgresStructure(db)),
  ...(await checkInvariants(db)),
  ...(await checkBalances(db)),
  ...(db.kind === 'sqlite' ? await checkStoredFiles(db, dataDir) : []),
];
