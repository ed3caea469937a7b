import type { Handle } from '../db/index.ts';

export const conversationIdsOf = async (db: Handle, agentId: string, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    // All callers take several of these locks in one order.
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Anonymous ids of the user before the user was known. */
export const guestIdsOf = async (tx: Handle, agentId: string, userId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('conversations')
    .select('anonymous_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('anonymous_id', 'is not', null)
    .where('anonymous_id', '<>', userId)
    .execute();
  return rows.map((row) => row.anonymous_id!);
};
