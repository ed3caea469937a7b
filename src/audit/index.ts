export { commandLineActor, firstStartActor, serviceActor, tokenActor, unknownActor } from './actor.ts';
export { type Audit, createAudit } from './audit.ts';
export type { AuditAction } from './audit-actions.ts';
export { type Changes, describeChanges } from './describe-changes.ts';
export type { NamedAuditEntry } from './name-entries.ts';
export type { AuditFilter } from './store.ts';
