import type { Handle } from '../db/index.ts';

export const isHumanReply = async (db: Handle, agentId: string, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('human_messages')
    .select('id')
    .where((eb) => eb.or([eb('answer_id', '=', id), eb('id', '=', id)]))
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
};
