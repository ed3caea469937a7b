import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type AuditRow = Selectable<Schema['audit_entries']>;

export const insertAuditEntry = (db: Handle, row: Omit<Insertable<Schema['audit_entries']>, 'sequence'>) =>
  db.insertInto('audit_entries').values(row).execute();

export const updateAuditChanges = (db: Handle, id: string, changes: string) =>
  db.updateTable('audit_entries').set({ changes }).where('id', '=', id).execute();

export const deleteAuditEntriesBefore = (db: Handle, action: string, timeMs: number) =>
  db.deleteFrom('audit_entries').where('action', '=', action).where('created_at', '<', timeMs).execute();

export interface AuditFilter {
  /** Entries of these workspaces, or by `actor`; undefined means every entry there is. */
  visibleTo?: { workspaceIds: readonly string[]; actor: string };
  workspaceId?: string;
  actor?: string;
  action?: string;
  targetKind?: string;
  targetId?: string;
  fromMs?: number;
  beforeMs?: number;
}

const matching = (db: Handle, filter: AuditFilter) => {
  let query = db.selectFrom('audit_entries');
  const { visibleTo } = filter;
  if (visibleTo)
    query = query.where((eb) =>
      eb.or([
        eb('actor', '=', visibleTo.actor),
        ...(visibleTo.workspaceIds.length > 0 ? [eb('workspace_id', 'in', visibleTo.workspaceIds)] : []),
      ]),
    );
  if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
  if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.targetKind !== undefined) query = query.where('target_kind', '=', filter.targetKind);
  if (filter.targetId !== undefined) query = query.where('target_id', '=', filter.targetId);
  if (filter.fromMs !== undefined) query = query.where('created_at', '>=', filter.fromMs);
  if (filter.beforeMs !== undefined) query = query.where('created_at', '<', filter.beforeMs);
  return query;
};

/** Newest first. */
export const listAuditEntries = async (
  db: Handle,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ entries: AuditRow[]; total: number }> => {
  const entries = await matching(db, filter)
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { entries, total: Number(total) };
};
