import type { Database } from '../../../db/index.ts';
import { type Finding, warn } from '../finding.ts';
import { checkBalances } from './check-balances.ts';
import { checkInvariants } from './check-invariants.ts';
import { checkPostgresReferences } from './check-postgres-references.ts';
import { checkPostgresStructure } from './check-postgres-structure.ts';
import { checkSqliteStructure } from './check-sqlite-structure.ts';
import { checkStoredFiles } from './check-stored-files.ts';
import { listUnchecked } from './list-unchecked.ts';
import { describeDamage, isDamage } from './postgres-damage.ts';

type Check = (db: Database) => Promise<Finding[]>;

const postgresChecks: Record<string, Check> = {
  Structure: checkPostgresStructure,
  References: checkPostgresReferences,
  Invariants: checkInvariants,
  Balances: checkBalances,
  'Not checked': listUnchecked,
};

/** A check that finds damage reports it, and the others continue. */
const checkPostgres = async (db: Database): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [what, check] of Object.entries(postgresChecks))
    try {
      findings.push(...(await check(db)));
    } catch (error) {
      if (!isDamage(error)) throw error;
      const damage = await describeDamage(db, error);
      if (!findings.some(({ detail }) => detail === damage.detail)) findings.push(damage);
      findings.push(
        warn(what, 'not checked because of the damage', 'repair it, then run this command again'),
      );
    }
  return findings;
};

/** Reads all data, also beside a running service. Changes nothing. */
export const checkIntegrity = async (db: Database, dataDir: string): Promise<Finding[]> =>
  db.kind === 'postgres'
    ? checkPostgres(db)
    : [
        ...(await checkSqliteStructure(db)),
        ...(await checkInvariants(db)),
        ...(await checkBalances(db)),
        ...(await checkStoredFiles(db, dataDir)),
      ];
