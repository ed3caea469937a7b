import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/**
 * Picking jobs fairly between workspaces, and without asking the wall clock for those that may start at once.
 *
 * - `fair_key`: whose turn a job uses; '' for work of the service itself.
 * - `waits_since`: since when it waits in its present state. With it a clock that was set back is noticed.
 * - `run_at` 0: may start at once.
 * - `hastened_step`: at which step of its schedule a delivery was last tried early, because its receiver recovered.
 */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table jobs add column fair_key ${text} not null default ''`,
    'alter table jobs add column waits_since bigint not null default 0',
    `update jobs set fair_key = coalesce(workspace_id, ''), waits_since = created_at`,
    // The origin of the receiver until now; a job of a delivery has the id of the delivery.
    `update jobs set group_key = coalesce(
      (select d.agent_id || ' ' || d.target from deliveries d where d.id = jobs.id), group_key)
      where queue = 'deliveries'`,
    'drop index jobs_due',
    `create index jobs_ready on jobs (queue, fair_key, sequence, group_key)
      where waits_for_key = 0 and leased_by is null and run_at = 0`,
    `create index jobs_put_off on jobs (queue, run_at)
      where waits_for_key = 0 and leased_by is null and run_at > 0`,
    'alter table deliveries add column hastened_step integer not null default 0',
    `create index deliveries_put_off on deliveries (agent_id, target, sequence)
      where status = 'pending' and hastened_step < schedule_step`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
