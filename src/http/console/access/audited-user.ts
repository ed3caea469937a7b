import { createHash } from 'node:crypto';

/**
 * Identifies a user in the audit log by a hash. An operator who knows the user_id finds the entry, but the log, which
 * is kept after the user is erased, does not contain the user_id.
 */
export const auditedUser = (agentId: string, userId: string): string =>
  createHash('sha256').update(`${agentId} ${userId}`).digest('hex').slice(0, 24);
