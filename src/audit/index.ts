export { type Audit, createAudit } from './audit.ts';
export { type Changes, describeChanges } from './describe-changes.ts';
export type { AuditEntry, AuditFilter, StoredAuditEntry } from './store.ts';
