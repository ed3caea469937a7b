import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import { isReady, type ReadyJob, suspectedFrom } from './claim-store.ts';
import type { JobRow } from './store.ts';

/** Number of processes a job may lose while it runs alone, before it fails. */
const lossesAlone = 3;

/** A job with this many losses fails. */
export const mostLosses = suspectedFrom + lossesAlone;

// Written as a literal, because a partial index is used only for a visible condition.
const isSuspect = sql<boolean>`losses >= ${sql.lit(suspectedFrom)}`;

export type Suspect = ReadyJob & Pick<JobRow, 'queue'>;

/** The next suspect of the queues: the one with the fewest losses, so that external kills do not add up on one. */
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

/** Locks the suspect. Empty if another process was faster. */
export const selectSuspect = (tx: Handle, { sequence }: Suspect): Promise<ReadyJob[]> =>
  tx
    .selectFrom('jobs')
    .select(['sequence', 'fair_key', 'group_key'])
    .where('sequence', '=', sequence)
    .where(isReady)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
