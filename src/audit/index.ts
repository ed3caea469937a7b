export { type Audit, type AuditEntry, createAudit } from './audit.ts';
export { type Changes, describeChanges } from './describe-changes.ts';
export type { AuditFilter, AuditRow } from './store.ts';
