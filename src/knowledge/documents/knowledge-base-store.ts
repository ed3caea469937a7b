import type { Handle } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';

export interface KnowledgeBase {
  id: string;
  workspaceId: string;
  agentId: string;
  name: string;
  description: string;
  createdAtMs: number;
}

const columns = [
  'id',
  'workspace_id as workspaceId',
  'agent_id as agentId',
  'name',
  'description',
  'created_at as createdAtMs',
] as const;

/** Every agent has it. It is used if no knowledge base is named. */
export const defaultBaseName = 'Default';

/** A knowledge base of another agent counts as not found. */
export const requireBase = async (
  db: Handle,
  agentId: string,
  id: string | undefined,
): Promise<KnowledgeBase> => {
  const ofAgent = db.selectFrom('knowledge_bases').select(columns).where('agent_id', '=', agentId);
  const base = await (id === undefined || id === defaultBaseName
    ? ofAgent.where('name', '=', defaultBaseName)
    : ofAgent.where('id', '=', id)
  ).executeTakeFirst();
  if (!base) throw new AppError('notFound', 'knowledge_base_id: this agent has no such knowledge base');
  return base;
};

/** Part of the transaction that creates the agent. */
export const createDefaultBase = async (
  tx: Handle,
  { workspaceId, agentId, nowMs }: { workspaceId: string; agentId: string; nowMs: number },
): Promise<void> => {
  await tx
    .insertInto('knowledge_bases')
    .values({
      id: newId(nowMs),
      workspace_id: workspaceId,
      agent_id: agentId,
      name: defaultBaseName,
      description: '',
      created_at: nowMs,
    })
    .execute();
};

/** False if the name is taken. */
export const insertBase = async (tx: Handle, base: KnowledgeBase): Promise<boolean> => {
  const inserted = await tx
    .insertInto('knowledge_bases')
    .values({
      id: base.id,
      workspace_id: base.workspaceId,
      agent_id: base.agentId,
      name: base.name,
      description: base.description,
      created_at: base.createdAtMs,
    })
    .onConflict((conflict) => conflict.columns(['agent_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const isBaseNameTaken = async (tx: Handle, agentId: string, name: string): Promise<boolean> =>
  (await tx
    .selectFrom('knowledge_bases')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('name', '=', name)
    .executeTakeFirst()) !== undefined;

export const updateBase = (tx: Handle, id: string, change: { name: string; description: string }) =>
  tx.updateTable('knowledge_bases').set(change).where('id', '=', id).execute();

export const deleteBase = (tx: Handle, id: string) =>
  tx.deleteFrom('knowledge_bases').where('id', '=', id).execute();

export const listDocumentIds = async (db: Handle, baseId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('knowledge_base_id', '=', baseId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
};

/** Newest first, each with the totals of its documents. */
export const listBases = async (
  db: Handle,
  agentId: string,
  { offset, limit }: { offset: number; limit: number },
) => {
  const { total } = await db
    .selectFrom('knowledge_bases')
    .where('agent_id', '=', agentId)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const bases = await db
    .selectFrom('knowledge_bases')
    .select(columns)
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const sums = await db
    .selectFrom('documents')
    .where('knowledge_base_id', 'in', ['', ...bases.map((base) => base.id)])
    .groupBy('knowledge_base_id')
    .select((select) => [
      'knowledge_base_id',
      select.fn.countAll<number>().as('documents'),
      select.fn.sum<number>('chunk_count').as('chunks'),
      select.fn.sum<number>('token_count').as('tokens'),
    ])
    .execute();
  const byBase = new Map(sums.map((sum) => [sum.knowledge_base_id, sum]));
  return {
    total: Number(total),
    bases: bases.map((base) => {
      const sum = byBase.get(base.id);
      return {
        ...base,
        documents: Number(sum?.documents ?? 0),
        chunks: Number(sum?.chunks ?? 0),
        tokens: Number(sum?.tokens ?? 0),
      };
    }),
  };
};

/** The owner of the workspace. A workspace that is managed only by token has none. */
export const ownerOf = (db: Handle, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('operators', 'operators.id', 'memberships.operator_id')
    .select(['operators.id', 'operators.email'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '=', 'owner')
    .where('operators.disabled_at', 'is', null)
    .orderBy('operators.created_at')
    .orderBy('operators.id')
    .executeTakeFirst();
