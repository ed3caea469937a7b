import type { Handle } from '../../db/index.ts';

/** IDs in one statement. SQLite and PostgreSQL allow more. */
const idsAtOnce = 5000;

interface Sources {
  /** Knowledge bases. */
  groupIds: readonly string[];
  /** Documents. */
  dataIds: readonly string[];
}

const missingIn = async (
  db: Handle,
  table: 'knowledge_bases' | 'documents',
  agentId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const unknown = new Set(ids);
  const all = [...unknown];
  for (let at = 0; at < all.length; at += idsAtOnce) {
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('agent_id', '=', agentId)
      .where('id', 'in', all.slice(at, at + idsAtOnce))
      .execute();
    for (const { id } of found) unknown.delete(id);
  }
  return [...unknown];
};

/** Which of these knowledge bases and documents the agent does not have. */
export const missingSources = async (
  db: Handle,
  agentId: string,
  { groupIds, dataIds }: Sources,
): Promise<Sources> => ({
  groupIds: await missingIn(db, 'knowledge_bases', agentId, groupIds),
  dataIds: await missingIn(db, 'documents', agentId, dataIds),
});
