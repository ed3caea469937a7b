import type { Handle } from '../../db/index.ts';

/** Whether the agent has a document with this ID or name. */
export const hasDocument = async (db: Handle, agentId: string, document: string): Promise<boolean> =>
  (await db
    .selectFrom('documents')
    .select('id')
    .where('agent_id', '=', agentId)
    .where((eb) => eb.or([eb('id', '=', document), eb('name', '=', document)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;
