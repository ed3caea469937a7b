import { type Kysely, sql } from 'kysely';

/**
 * Why a job was tried again.
 *
 * - `failures`: tries that failed by themselves.
 * - `losses`: tries whose process died. `attempt` counts these, and tries that a planned stop interrupted, as well.
 *
 * The index holds only jobs with two losses or more, so it is empty where nothing crashes.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const statements = [
    'alter table jobs add column failures integer not null default 0',
    'alter table jobs add column losses integer not null default 0',
    `create index jobs_suspects on jobs (queue, losses, sequence)
      where waits_for_key = 0 and leased_by is null and run_at = 0 and losses >= 2`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
