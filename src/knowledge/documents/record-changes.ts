import type { Handle } from '../../db/index.ts';

/** An index in memory that is further behind than this is read anew. */
export const keptChanges = 2000;

/**
 * Tells every index in memory, of this process and others, that these documents serve something else now.
 * Part of the transaction that makes it so; taken late in it, since writers of one agent wait for each other
 * from here to the commit.
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

/** Chunks that the documents of an agent serve. */
export const countServedChunks = async (db: Handle, agentId: string): Promise<number> => {
  const state = await db
    .selectFrom('knowledge_states')
    .select('chunk_count')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return state?.chunk_count ?? 0;
};
