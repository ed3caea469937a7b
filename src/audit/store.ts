import type { Insertable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import type { Changes } from './describe-changes.ts';

export interface StoredAuditEntry {
  id: string;
  /** null: it concerns no workspace, such as a sign-in. */
  workspaceId: string | null;
  /** Readable, because the account may no longer exist when the entry is read. */
  actor: string;
  /** What was done to what, such as agent.update. Entries of earlier versions may have actions that no longer exist. */
  action: string;
  targetKind: string;
  targetId: string;
  /** Secrets must already be masked. */
  changes: Changes;
  createdAtMs: number;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'actor',
  'action',
  'target_kind as targetKind',
  'target_id as targetId',
  'changes',
  'created_at as createdAtMs',
] as const;

export const insertAuditEntry = (db: Handle, row: Omit<Insertable<Schema['audit_entries']>, 'sequence'>) =>
  db.insertInto('audit_entries').values(row).execute();

export const updateAuditChanges = (db: Handle, id: string, changes: string) =>
  db.updateTable('audit_entries').set({ changes }).where('id', '=', id).execute();

export const deleteAuditEntriesBefore = (db: Handle, action: string, timeMs: number) =>
  db.deleteFrom('audit_entries').where('action', '=', action).where('created_at', '<', timeMs).execute();

export const operatorNamesByEmail = async (
  db: Handle,
  emails: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  if (emails.size === 0) return new Map();
  const rows = await db
    .selectFrom('operators')
    .select(['email', 'name'])
    .where('email', 'in', [...emails])
    .execute();
  return new Map(rows.map(({ email, name }) => [email, name]));
};

export interface AuditFilter {
  /** Entries of these workspaces, or by `actor`. Undefined: all entries. */
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
): Promise<{ entries: StoredAuditEntry[]; total: number }> => {
  const rows = await matching(db, filter)
    .select(columns)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const entries = rows.map((row) => ({ ...row, changes: JSON.parse(row.changes) as Changes }));
  return { entries, total: Number(total) };
};
