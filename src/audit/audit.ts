import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { type AuditAction, auditActions } from './audit-actions.ts';
import type { Changes } from './describe-changes.ts';
import { nameEntries } from './name-entries.ts';
import {
  type AuditFilter,
  deleteAuditEntriesBefore,
  insertAuditEntry,
  listAuditEntries,
  type StoredAuditEntry,
  updateAuditChanges,
} from './store.ts';

interface AuditEntry extends Pick<StoredAuditEntry, 'workspaceId' | 'actor' | 'targetId' | 'changes'> {
  action: AuditAction;
  /** Only if an action has targets of several kinds. Otherwise the action implies it. */
  targetKind?: string;
}

export const createAudit = ({ db, clock }: { db: Database; clock: Clock }) => ({
  /** Part of the transaction of the change, so that either both are stored or neither. */
  record: async (tx: Handle, { id, ...entry }: AuditEntry & { id?: string }): Promise<void> => {
    const nowMs = clock.nowMs();
    await insertAuditEntry(tx, {
      id: id ?? newId(nowMs),
      workspace_id: entry.workspaceId,
      actor: entry.actor,
      action: entry.action,
      target_kind: entry.targetKind ?? auditActions[entry.action],
      target_id: entry.targetId,
      changes: JSON.stringify(entry.changes),
      created_at: nowMs,
    });
  },
  /** For entries that count something, such as failed sign-ins of one minute. */
  amend: (tx: Handle, id: string, changes: Changes) => updateAuditChanges(tx, id, JSON.stringify(changes)),
  /** For entries caused by unauthenticated requests, whose number is otherwise unlimited. */
  sweep: (action: AuditAction, beforeMs: number) => deleteAuditEntriesBefore(db.query, action, beforeMs),
  /** Newest first, with the names of actors and targets. */
  list: async (filter: AuditFilter, page: { offset: number; limit: number }) => {
    const { entries, total } = await listAuditEntries(db.query, filter, page);
    return { entries: await nameEntries(db.query, entries, filter.visibleTo), total };
  },
});

export type Audit = ReturnType<typeof createAudit>;
