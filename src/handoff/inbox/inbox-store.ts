import { type SelectQueryBuilder, sql } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import type { HumanSessionRow } from '../human-session.ts';

/** waiting: nobody has taken them. mine: taken by the operator. open: both, and those of colleagues. */
export type InboxQueue = 'waiting' | 'mine' | 'open' | 'closed';

/** The last session of the page before. */
export interface InboxCursor {
  atMs: number;
  id: string;
}

export interface InboxQuery {
  workspaceId: string;
  queue: InboxQueue;
  /** Undefined: nobody, for example an operator token. */
  operatorId: string | undefined;
  agentId?: string | undefined;
  after?: InboxCursor | undefined;
  limit: number;
}

type Sessions = SelectQueryBuilder<Schema, 'human_sessions', object>;

const inboxOf = (db: Handle, workspaceId: string): Sessions =>
  db
    .selectFrom('human_sessions')
    .where('workspace_id', '=', workspaceId)
    // Literals, because partial indexes are only used for them.
    .where('backend', '=', sql.lit('inbox') as never);

const openOf = (db: Handle, workspaceId: string): Sessions =>
  inboxOf(db, workspaceId).where('status', '<>', sql.lit('closed') as never);

const closedOf = (db: Handle, workspaceId: string): Sessions =>
  inboxOf(db, workspaceId).where('status', '=', sql.lit('closed') as never);

/** Open sessions: oldest first. Closed sessions: newest first. */
export const listInboxSessions = (
  db: Handle,
  { workspaceId, queue, operatorId, agentId, after, limit }: InboxQuery,
): Promise<HumanSessionRow[]> => {
  const isClosed = queue === 'closed';
  const time = isClosed ? 'closed_at' : 'created_at';
  let query = isClosed ? closedOf(db, workspaceId) : openOf(db, workspaceId);
  if (queue === 'waiting') query = query.where('assignee_id', 'is', null);
  if (queue === 'mine') query = query.where('assignee_id', '=', operatorId ?? '');
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (after)
    query = query.where((eb) =>
      eb(
        eb.refTuple(time, 'id'),
        isClosed ? '<' : '>',
        eb.tuple(sql<number>`${after.atMs}`, sql<string>`${after.id}`) as never,
      ),
    );
  const direction = isClosed ? 'desc' : 'asc';
  return query.selectAll().orderBy(time, direction).orderBy('id', direction).limit(limit).execute();
};

/** Number of open sessions by assignee. The key null is nobody. */
export const countOpenByAssignee = async (
  db: Handle,
  workspaceId: string,
): Promise<Map<string | null, number>> => {
  const rows = await openOf(db, workspaceId)
    .select(['assignee_id', (eb) => eb.fn.countAll<number>().as('sessions')])
    .groupBy('assignee_id')
    .execute();
  return new Map(rows.map(({ assignee_id, sessions }) => [assignee_id, Number(sessions)]));
};

/** Sessions that changed at or after this time, oldest change first. */
export const listChangedSessions = (
  db: Handle,
  { workspaceId, sinceMs, limit }: { workspaceId: string; sinceMs: number; limit: number },
): Promise<HumanSessionRow[]> =>
  inboxOf(db, workspaceId)
    .selectAll()
    .where('changed_at', '>=', sinceMs)
    .orderBy('changed_at')
    .limit(limit)
    .execute();

/** Returns all open sessions of an operator to the queue. */
export const releaseSessions = (
  tx: Handle,
  { workspaceId, operatorId, nowMs }: { workspaceId: string; operatorId: string; nowMs: number },
): Promise<HumanSessionRow[]> =>
  tx
    .updateTable('human_sessions')
    .set({ assignee_id: null, assigned_at: null, changed_at: nowMs, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('backend', '=', 'inbox')
    .where('status', '<>', 'closed')
    .where('assignee_id', '=', operatorId)
    .returningAll()
    .execute();
