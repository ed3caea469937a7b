import type { Handle } from '../../db/index.ts';

/** An index in memory that is further behind than this is loaded again. */
export const keptChanges = 2000;

/**
 * Notifies all indexes in memory, of this process and others, that the served content of these documents changed.
 * Part of the transaction of the change. Called late in it, because from here to the commit it blocks other
 * writers of the agent.
 */
export const recordChanges = async (
  tx: Handle,
  agentId: string,
  documentIds: readonly string[],
  chunkDelta: number,
): Promise<void> => {
  if (documentIds.length === 0) return;
  const { sequence } = await tx
    .insertInto('knowledge_states')
    .values({ agent_id: agentId, sequence: documentIds.length, chunk_count: Math.max(0, chunkDelta) })
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet((values) => ({
        sequence: values('knowledge_states.sequence', '+', documentIds.length),
        chunk_count: values('knowledge_states.chunk_count', '+', chunkDelta),
      })),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('knowledge_changes')
    .values(
      documentIds.map((documentId, index) => ({
        agent_id: agentId,
        sequence: sequence - index,
        document_id: documentId,
      })),
    )
    .execute();
  await tx
    .deleteFrom('knowledge_changes')
    .where('agent_id', '=', agentId)
    .where('sequence', '<=', sequence - keptChanges)
    .execute();
};

/** Number of chunks that the documents of an agent serve. */
export const countServedChunks = async (db: Handle, agentId: string): Promise<number> => {
  const state = await db
    .selectFrom('knowledge_states')
    .select('chunk_count')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return state?.chunk_count ?? 0;
};
