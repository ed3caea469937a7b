import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import type { HumanSessionRow } from '../human-session.ts';

/**
 * waiting: nobody has taken them. mine: taken by the operator. open: both, and those of colleagues. These do not contain
 * snoozed sessions. left_message: the user left a message, and the agent answers again. mentions: open or closed, a note
 * mentions the operator.
 */
export type InboxQueue = 'waiting' | 'mine' | 'open' | 'left_message' | 'snoozed' | 'mentions' | 'closed';

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
  labelId?: string | undefined;
  /** Only sessions in which nobody replied to the user. */
  isMissed?: boolean | undefined;
  after?: InboxCursor | undefined;
  limit: number;
  nowMs: number;
}

type Sessions = SelectQueryBuilder<Schema, 'human_sessions', object>;

const inboxOf = (db: Handle, workspaceId: string): Sessions =>
  db
    .selectFrom('human_sessions')
    .where('workspace_id', '=', workspaceId)
    // Literals, because partial indexes are only used for them.
    .where('backend', '=', sql.lit('inbox') as never);

const openOf = (db: Handle, workspaceId: string): Sessions =>
  inboxOf(db, workspaceId)
    .where('status', '<>', sql.lit('closed') as never)
    .where('status', '<>', sql.lit('left_message') as never);

const leftOf = (db: Handle, workspaceId: string): Sessions =>
  inboxOf(db, workspaceId).where('status', '=', sql.lit('left_message') as never);

const closedOf = (db: Handle, workspaceId: string): Sessions =>
  inboxOf(db, workspaceId).where('status', '=', sql.lit('closed') as never);

const isAwake = (nowMs: number) => (eb: ExpressionBuilder<Schema, 'human_sessions'>) =>
  eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', nowMs)]);

const queueOf = (
  db: Handle,
  {
    workspaceId,
    queue,
    operatorId,
    nowMs,
  }: Pick<InboxQuery, 'workspaceId' | 'queue' | 'operatorId' | 'nowMs'>,
): Sessions => {
  if (queue === 'closed') return closedOf(db, workspaceId);
  if (queue === 'left_message') return leftOf(db, workspaceId);
  if (queue === 'mentions')
    return inboxOf(db, workspaceId).where('id', 'in', (eb) =>
      eb
        .selectFrom('inbox_mentions')
        .select('session_id')
        .where('inbox_mentions.workspace_id', '=', workspaceId)
        .where('operator_id', '=', operatorId ?? ''),
    );
  const open = openOf(db, workspaceId);
  if (queue === 'snoozed') return open.where('snoozed_until', '>', nowMs);
  const awake = open.where(isAwake(nowMs));
  if (queue === 'waiting') return awake.where('assignee_id', 'is', null);
  return queue === 'mine' ? awake.where('assignee_id', '=', operatorId ?? '') : awake;
};

/** Open sessions and left messages: oldest first. Closed sessions and mentions: newest first. */
export const listInboxSessions = (
  db: Handle,
  { agentId, labelId, isMissed, after, limit, ...where }: InboxQuery,
): Promise<HumanSessionRow[]> => {
  const isNewestFirst = where.queue === 'closed' || where.queue === 'mentions';
  const time = where.queue === 'closed' ? 'closed_at' : 'created_at';
  let query = queueOf(db, where);
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (labelId !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('inbox_session_labels')
          .select('label_id')
          .whereRef('inbox_session_labels.session_id', '=', 'human_sessions.id')
          .where('label_id', '=', labelId),
      ),
    );
  if (isMissed) query = query.where('missed', 'is not', null);
  if (after)
    query = query.where((eb) =>
      eb(
        eb.refTuple(time, 'id'),
        isNewestFirst ? '<' : '>',
        eb.tuple(sql<number>`${after.atMs}`, sql<string>`${after.id}`) as never,
      ),
    );
  const direction = isNewestFirst ? 'desc' : 'asc';
  return query.selectAll().orderBy(time, direction).orderBy('id', direction).limit(limit).execute();
};

/** Sizes of the queues of a workspace, for each operator. */
export interface InboxTotals {
  /** Open sessions that are not snoozed, by assignee. The key null is nobody. */
  openByAssignee: ReadonlyMap<string | null, number>;
  snoozed: number;
  leftMessage: number;
  /** Sessions with mentions that the operator has not seen. */
  mentionsByOperator: ReadonlyMap<string, number>;
}

export const readInboxTotals = async (
  db: Handle,
  { workspaceId, nowMs }: { workspaceId: string; nowMs: number },
): Promise<InboxTotals> => {
  const open = await openOf(db, workspaceId)
    .where(isAwake(nowMs))
    .select(['assignee_id', (eb) => eb.fn.countAll<number>().as('sessions')])
    .groupBy('assignee_id')
    .execute();
  const snoozed = await openOf(db, workspaceId)
    .where('snoozed_until', '>', nowMs)
    .select((eb) => eb.fn.countAll<number>().as('sessions'))
    .executeTakeFirstOrThrow();
  const left = await leftOf(db, workspaceId)
    .select((eb) => eb.fn.countAll<number>().as('sessions'))
    .executeTakeFirstOrThrow();
  const mentions = await db
    .selectFrom('inbox_mentions')
    .select(['operator_id', (eb) => eb.fn.count<number>('session_id').distinct().as('sessions')])
    .where('workspace_id', '=', workspaceId)
    .where('seen_at', 'is', null)
    .groupBy('operator_id')
    .execute();
  return {
    openByAssignee: new Map(open.map(({ assignee_id, sessions }) => [assignee_id, Number(sessions)])),
    snoozed: Number(snoozed.sessions),
    leftMessage: Number(left.sessions),
    mentionsByOperator: new Map(mentions.map(({ operator_id, sessions }) => [operator_id, Number(sessions)])),
  };
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
