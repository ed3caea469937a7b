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

/** The row that is there already wins: another page of the same browser may have been quicker. */
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

/** With their tokens. */
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

/** Until the commit no other page of this browser changes who it is or begins a conversation. SQLite has one writer. */
export const lockBrowser = async (tx: Handle, sha256: string): Promise<void> => {
  if (dialectOf(tx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 12))`.execute(tx);
};

/**
 * What a guest said goes with the name they gave. The name is only their word for it, so attributes and
 * memories that the bearer of the name has are not touched.
 */
export const claimConversations = async (
  tx: Handle,
  { guest, visitor }: { guest: VisitorRow; visitor: VisitorRow },
): Promise<void> => {
  const claimed = { user_id: visitor.user_id, visitor_id: visitor.id, user_claimed: 1 as const };
  const moved = await tx
    .updateTable('conversations')
    .set(claimed)
    .where('visitor_id', '=', guest.id)
    .where('user_id', '=', guest.user_id)
    .returning('id')
    .execute();
  for (const { id } of moved)
    for (const table of ['rounds', 'memories'] as const)
      await tx
        .updateTable(table)
        .set({ user_id: visitor.user_id })
        .where('conversation_id', '=', id)
        .execute();
};

/** Conversations that have become the user's, for whoever is that user in this browser. */
export const handOnConversations = (
  tx: Handle,
  { guest, visitor }: { guest: VisitorRow; visitor: VisitorRow },
) =>
  tx
    .updateTable('conversations')
    .set({ visitor_id: visitor.id })
    .where('visitor_id', '=', guest.id)
    .where('user_id', '=', visitor.user_id)
    .execute();
