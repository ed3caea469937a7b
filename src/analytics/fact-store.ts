import type { Handle } from '../db/index.ts';
import type { FactParts, StoredFact } from './fact.ts';

const columns = [
  'workspace_id as workspaceId',
  'source_id as sourceId',
  'agent_id as agentId',
  'channel',
  'at as atMs',
  'day',
  'parts',
] as const;

interface Row {
  workspaceId: string;
  sourceId: string;
  agentId: string;
  channel: string;
  atMs: number;
  day: number;
  parts: string;
}

const decoded = ({ parts, atMs, ...row }: Row): StoredFact => ({
  ...row,
  atMs: Number(atMs),
  parts: JSON.parse(parts) as FactParts,
});

export const findFacts = async (
  db: Handle,
  workspaceId: string,
  sourceIds: readonly string[],
): Promise<StoredFact[]> => {
  if (sourceIds.length === 0) return [];
  const rows = await db
    .selectFrom('analytics_facts')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('source_id', 'in', sourceIds)
    .execute();
  return rows.map(decoded);
};

/** In the order of their IDs. */
export const pageOfFacts = async (
  db: Handle,
  workspaceId: string,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<StoredFact[]> => {
  const rows = await db
    .selectFrom('analytics_facts')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('source_id', '>', afterId)
    .orderBy('source_id')
    .limit(limit)
    .execute();
  return rows.map(decoded);
};

export const saveFacts = async (tx: Handle, facts: readonly StoredFact[]): Promise<void> => {
  if (facts.length === 0) return;
  await tx
    .insertInto('analytics_facts')
    .values(
      facts.map((fact) => ({
        workspace_id: fact.workspaceId,
        source_id: fact.sourceId,
        agent_id: fact.agentId,
        channel: fact.channel,
        at: fact.atMs,
        day: fact.day,
        parts: JSON.stringify(fact.parts),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'source_id']).doUpdateSet((eb) => ({
        agent_id: eb.ref('excluded.agent_id'),
        channel: eb.ref('excluded.channel'),
        at: eb.ref('excluded.at'),
        day: eb.ref('excluded.day'),
        parts: eb.ref('excluded.parts'),
      })),
    )
    .execute();
};

export const deleteFacts = async (
  tx: Handle,
  workspaceId: string,
  sourceIds: readonly string[],
): Promise<void> => {
  if (sourceIds.length === 0) return;
  await tx
    .deleteFrom('analytics_facts')
    .where('workspace_id', '=', workspaceId)
    .where('source_id', 'in', sourceIds)
    .execute();
};
