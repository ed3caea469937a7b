import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type SettingsRow = Selectable<Schema['notification_settings']>;
export type EventRow = Selectable<Schema['notification_events']>;
export type NotificationKind = EventRow['kind'];

export const findSettings = (
  db: Handle,
  operatorId: string,
  workspaceId: string,
): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('notification_settings')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

export const saveSettings = async (tx: Handle, row: SettingsRow): Promise<void> => {
  const { operator_id: _operator, workspace_id: _workspace, ...values } = row;
  await tx
    .insertInto('notification_settings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['operator_id', 'workspace_id']).doUpdateSet(values))
    .execute();
};

/** Whether anybody in the workspace gets e-mails. */
export const hasMailReaders = async (db: Handle, workspaceId: string): Promise<boolean> =>
  (await db
    .selectFrom('notification_settings')
    .select('operator_id')
    .where('workspace_id', '=', workspaceId)
    .where('by_mail', '=', 1)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const insertEvent = (tx: Handle, row: EventRow) =>
  tx.insertInto('notification_events').values(row).execute();

/** Events of a workspace with the present state of their session, oldest first. */
export const listEvents = (db: Handle, workspaceId: string, limit: number) =>
  db
    .selectFrom('notification_events as event')
    .innerJoin('human_sessions as session', 'session.id', 'event.session_id')
    .select([
      'event.id',
      'event.session_id',
      'event.agent_id',
      'event.kind',
      'event.operator_id',
      'event.created_at',
      'session.status',
      'session.assignee_id',
      'session.waiting_since',
    ])
    .where('event.workspace_id', '=', workspaceId)
    .orderBy('event.created_at')
    .orderBy('event.id')
    .limit(limit)
    .execute();

export type PendingEvent = Awaited<ReturnType<typeof listEvents>>[number];

export const deleteEvents = async (tx: Handle, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('notification_events').where('id', 'in', ids).execute();
};

/** Active members of the workspace who get e-mails now. */
export const listMailReaders = (db: Handle, workspaceId: string) =>
  db
    .selectFrom('notification_settings as settings')
    .innerJoin('operators as operator', 'operator.id', 'settings.operator_id')
    .innerJoin('memberships as membership', (join) =>
      join
        .onRef('membership.operator_id', '=', 'settings.operator_id')
        .onRef('membership.workspace_id', '=', 'settings.workspace_id'),
    )
    .select([
      'operator.id',
      'operator.email',
      'operator.language',
      'membership.role',
      'settings.events as kinds',
      'settings.agent_ids',
    ])
    .where('settings.workspace_id', '=', workspaceId)
    .where('settings.by_mail', '=', 1)
    .where('operator.disabled_at', 'is', null)
    .orderBy('operator.id')
    .execute();

export const findDigestTime = async (db: Handle, workspaceId: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('notification_digests')
      .select('sent_at')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()
  )?.sent_at;

export const saveDigestTime = async (tx: Handle, workspaceId: string, sentAtMs: number): Promise<void> => {
  await tx
    .insertInto('notification_digests')
    .values({ workspace_id: workspaceId, sent_at: sentAtMs })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ sent_at: sentAtMs }))
    .execute();
};
