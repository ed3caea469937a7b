import { type Insertable, sql, type Updateable } from 'kysely';
import { dialectOf, type Handle, prepared, type Schema } from '../db/index.ts';
import type { VisitorRow } from './visitor.ts';

/** One browser in one channel of an agent. */
export interface Browser {
  agentId: string;
  channel: string;
  sha256: string;
}

export const findVisitorsOf = (db: Handle, { agentId, channel, sha256 }: Browser): Promise<VisitorRow[]> =>
  db
    .selectFrom('visitors')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('channel', '=', channel)
    .where('browser_sha256', '=', sha256)
    .execute();

/** An existing row has priority: another page of the same browser may have been faster. */
export const insertVisitor = async (tx: Handle, row: Insertable<Schema['visitors']>): Promise<VisitorRow> => {
  await tx
    .insertInto('visitors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('visitors')
    .selectAll()
    .where('agent_id', '=', row.agent_id)
    .where('channel', '=', row.channel)
    .where('browser_sha256', '=', row.browser_sha256)
    .where('user_id', '=', row.user_id)
    .where('identity', '=', row.identity)
    .executeTakeFirstOrThrow();
};

export const updateVisitor = (tx: Handle, id: string, change: Updateable<Schema['visitors']>) =>
  tx.updateTable('visitors').set(change).where('id', '=', id).execute();

/** Including their tokens. */
export const deleteVisitors = (tx: Handle, ids: readonly string[]) =>
  tx.deleteFrom('visitors').where('id', 'in', ids).execute();

export const insertToken = (tx: Handle, row: Insertable<Schema['visitor_tokens']>) =>
  tx.insertInto('visitor_tokens').values(row).execute();

export const deleteTokensOf = (tx: Handle, visitorIds: readonly string[]) =>
  tx.deleteFrom('visitor_tokens').where('visitor_id', 'in', visitorIds).execute();

type FoundVisitor = VisitorRow & { bound_user_id: string | null };

const byToken = prepared<{ sha256: string; nowMs: number }, FoundVisitor>((db, value) =>
  db
    .selectFrom('visitor_tokens')
    .innerJoin('visitors', 'visitors.id', 'visitor_tokens.visitor_id')
    .leftJoin('user_bindings', (join) =>
      join
        .onRef('user_bindings.agent_id', '=', 'visitors.agent_id')
        .onRef('user_bindings.anonymous_id', '=', 'visitors.user_id'),
    )
    .selectAll('visitors')
    .select('user_bindings.user_id as bound_user_id')
    .where('visitor_tokens.sha256', '=', value('sha256'))
    .where('visitor_tokens.expires_at', '>', value('nowMs')),
);

export const findByToken = async (
  db: Handle,
  sha256: string,
  nowMs: number,
): Promise<FoundVisitor | undefined> => (await byToken(db, { sha256, nowMs }))[0];

/** Locks the identity and new conversations of this browser until the commit. SQLite has one writer. */
export const lockBrowser = async (tx: Handle, sha256: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 12))`.execute(tx);
};
