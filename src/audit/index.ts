export { type Audit, createAudit } from './audit.ts';
export type { AuditAction } from './audit-actions.ts';
export { type Changes, describeChanges } from './describe-changes.ts';
export type { AuditFilter, StoredAuditEntry } from './store.ts';
