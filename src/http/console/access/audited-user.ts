import { createHash } from 'node:crypto';

/**
 * Names a user in the audit log: whoever knows the user_id can find the entry, but the log does not give the
 * user_id away, which outlives what was deleted.
 */
export const auditedUser = (agentId: string, userId: string): string =>
  createHash('sha256').update(`${agentId} ${userId}`).digest('hex').slice(0, 24);
