import { sql } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../db/index.ts';

/** Locks this visitor's link and new conversations until the commit. SQLite has only one writer. */
export const lockGuest = async (tx: Handle, agentId: string, anonymousId: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${agentId} ${anonymousId}`}, 0))`.execute(
      tx,
    );
};

export const findBindings = async (
  db: Handle,
  agentId: string,
  anonymousIds: readonly string[],
): Promise<Map<string, string>> => {
  if (anonymousIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_bindings')
    .select(['anonymous_id', 'user_id'])
    .where('agent_id', '=', agentId)
    .where('anonymous_id', 'in', anonymousIds)
    .execute();
  return new Map(rows.map((row) => [row.anonymous_id, row.user_id]));
};

export const findBinding = async (
  db: Handle,
  agentId: string,
  anonymousId: string,
): Promise<string | undefined> => (await findBindings(db, agentId, [anonymousId])).get(anonymousId);

/** The first link is kept. */
export const insertBinding = (tx: Handle, row: Schema['user_bindings']) =>
  tx
    .insertInto('user_bindings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const removeBindings = async (tx: Handle, agentId: string, userId: string): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('user_bindings')
    .where('agent_id', '=', agentId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('anonymous_id', '=', userId)]))
    .returning('anonymous_id')
    .execute();
  return rows.map((row) => row.anonymous_id);
};

/** Links of visitors without a browser: nobody can return as such a visitor. */
export const sweepBindings = async (db: Handle, createdBeforeMs: number): Promise<void> => {
  await db
    .deleteFrom('user_bindings')
    .where('created_at', '<', createdBeforeMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('visitors')
            .select('visitors.id')
            .whereRef('visitors.agent_id', '=', 'user_bindings.agent_id')
            .whereRef('visitors.user_id', '=', 'user_bindings.anonymous_id'),
        ),
      ),
    )
    .execute();
};
