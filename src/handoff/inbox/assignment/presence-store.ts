import { sql } from 'kysely';
import type { OperatorRole } from '../../../accounts/index.ts';
import type { Handle, Schema } from '../../../db/index.ts';

export type PresenceStatus = Schema['inbox_presence']['status'];

/** An operator in a workspace. */
export interface PresencePlace {
  workspaceId: string;
  operatorId: string;
}

export const findPresence = (db: Handle, { workspaceId, operatorId }: PresencePlace) =>
  db
    .selectFrom('inbox_presence')
    .select(['status', 'seen_at'])
    .where('workspace_id', '=', workspaceId)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();

/** The operator has the inbox open. Keeps the status if there is one. Nothing happens if they are not a member. */
export const touchPresence = async (
  tx: Handle,
  { workspaceId, operatorId }: PresencePlace,
  { status, seenAtMs }: { status: PresenceStatus; seenAtMs: number },
): Promise<void> => {
  await sql`insert into inbox_presence (operator_id, workspace_id, status, seen_at)
    select operator_id, workspace_id, ${status}, ${sql.lit(seenAtMs)} from memberships
    where operator_id = ${operatorId} and workspace_id = ${workspaceId}
    on conflict (operator_id, workspace_id) do update set seen_at = excluded.seen_at`.execute(tx);
};

export const savePresence = (
  tx: Handle,
  { workspaceId, operatorId }: PresencePlace,
  { status, seenAtMs }: { status: PresenceStatus; seenAtMs: number },
) =>
  tx
    .insertInto('inbox_presence')
    .values({ workspace_id: workspaceId, operator_id: operatorId, status, seen_at: seenAtMs })
    .onConflict((conflict) =>
      conflict.columns(['operator_id', 'workspace_id']).doUpdateSet({ status, seen_at: seenAtMs }),
    )
    .execute();

export const deletePresence = (tx: Handle, { workspaceId, operatorId }: PresencePlace) =>
  tx
    .deleteFrom('inbox_presence')
    .where('workspace_id', '=', workspaceId)
    .where('operator_id', '=', operatorId)
    .execute();

interface AvailableQuery {
  workspaceId: string;
  /** Operators who have not had the inbox open since then are away. */
  seenSinceMs: number;
  /** Roles that may answer users. */
  roles: readonly OperatorRole[];
  nowMs: number;
}

/** Available operators in the order of their turn, each with the number of their open sessions. */
export const listAvailable = async (
  db: Handle,
  { workspaceId, seenSinceMs, roles, nowMs }: AvailableQuery,
): Promise<{ operatorId: string; open: number }[]> => {
  const rows = await db
    .selectFrom('inbox_presence as presence')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.operator_id', '=', 'presence.operator_id')
        .onRef('memberships.workspace_id', '=', 'presence.workspace_id'),
    )
    .innerJoin('operators', 'operators.id', 'presence.operator_id')
    .select((eb) => [
      'presence.operator_id as operatorId',
      eb
        .selectFrom('human_sessions')
        .select((count) => count.fn.countAll<number>().as('open'))
        .where('human_sessions.workspace_id', '=', workspaceId)
        .where('backend', '=', sql.lit('inbox') as never)
        .where('status', '<>', sql.lit('closed') as never)
        .where('status', '<>', sql.lit('left_message') as never)
        .whereRef('assignee_id', '=', 'presence.operator_id')
        .where((of) => of.or([of('snoozed_until', 'is', null), of('snoozed_until', '<=', nowMs)]))
        .as('open'),
    ])
    .where('presence.workspace_id', '=', workspaceId)
    .where('presence.status', '=', 'available')
    .where('presence.seen_at', '>', seenSinceMs)
    .where('memberships.role', 'in', roles)
    .where('operators.disabled_at', 'is', null)
    .orderBy('presence.turn')
    .orderBy('presence.operator_id')
    .execute();
  return rows.map(({ operatorId, open }) => ({ operatorId, open: Number(open) }));
};

/** The operator is the last in turn. */
export const takeTurn = (tx: Handle, { workspaceId, operatorId }: PresencePlace) =>
  tx
    .updateTable('inbox_presence')
    .set((eb) => ({
      turn: eb
        .selectFrom('inbox_presence as all')
        .select(sql<number>`max("all".turn) + 1`.as('next'))
        .where('all.workspace_id', '=', workspaceId),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('operator_id', '=', operatorId)
    .execute();

/** IDs of operators who chose to be available and have had the inbox open since then. */
export const listPresent = async (
  db: Handle,
  { workspaceId, seenSinceMs }: { workspaceId: string; seenSinceMs: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('inbox_presence')
    .select('operator_id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'available')
    .where('seen_at', '>', seenSinceMs)
    .execute();
  return rows.map((row) => row.operator_id);
};
