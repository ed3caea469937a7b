import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import { isReady, type ReadyJob } from './claim-store.ts';
import type { JobRow } from './store.ts';

/** With so many dead processes a job is suspected, and runs alone from then on. The index has the same number. */
const suspectedFrom = 2;
/** So often a process may die while the job runs alone, before the job is given up. */
const lossesAlone = 3;

/** A job with so many losses is given up. */
export const mostLosses = suspectedFrom + lossesAlone;

// As text: a partial index is used only where its condition stands in the statement itself.
const isSuspect = sql<boolean>`losses >= ${sql.lit(suspectedFrom)}`;

export type Suspect = ReadyJob & Pick<JobRow, 'queue'>;

/** The next suspect of the queues: the one with the fewest losses, so that kills from outside do not add up on one. */
export const findSuspect = (db: Handle, queues: readonly string[]): Promise<Suspect | undefined> =>
  db
    .selectFrom('jobs')
    .select(['queue', 'sequence', 'fair_key', 'group_key'])
    .where('queue', 'in', queues)
    .where(isReady)
    .where(isSuspect)
    .orderBy('losses')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();

/** Locks the suspect; empty when another process was quicker. */
export const selectSuspect = (tx: Handle, { sequence }: Suspect): Promise<ReadyJob[]> =>
  tx
    .selectFrom('jobs')
    .select(['sequence', 'fair_key', 'group_key'])
    .where('sequence', '=', sequence)
    .where(isReady)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
