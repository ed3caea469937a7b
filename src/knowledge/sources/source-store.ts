import type { Insertable, Updateable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import { type Source, toSource } from './source.ts';

export const insertSource = (tx: Handle, row: Insertable<Schema['knowledge_sources']>): Promise<unknown> =>
  tx.insertInto('knowledge_sources').values(row).execute();

/** A source of another agent counts as not found. */
export const findSource = async (db: Handle, agentId: string, id: string): Promise<Source | undefined> => {
  const row = await db
    .selectFrom('knowledge_sources')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row && toSource(row);
};

/** For jobs, which know the id only. */
export const findAnySource = async (db: Handle, id: string): Promise<Source | undefined> => {
  const row = await db.selectFrom('knowledge_sources').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSource(row);
};

export const listSources = async (
  db: Handle,
  agentId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ sources: Source[]; total: number }> => {
  const ofAgent = db.selectFrom('knowledge_sources').where('agent_id', '=', agentId);
  const { total } = await ofAgent
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ofAgent
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { sources: rows.map(toSource), total: Number(total) };
};

export const countSources = async (db: Handle, agentId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('knowledge_sources')
    .where('agent_id', '=', agentId)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

export const updateSource = (
  tx: Handle,
  id: string,
  change: Updateable<Schema['knowledge_sources']>,
): Promise<unknown> => tx.updateTable('knowledge_sources').set(change).where('id', '=', id).execute();

export const deleteSource = (tx: Handle, id: string): Promise<unknown> =>
  tx.deleteFrom('knowledge_sources').where('id', '=', id).execute();

export const documentIdsOfSource = async (db: Handle, sourceId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
};

/** The documents stay, and belong to no source. */
export const releaseDocuments = (tx: Handle, sourceId: string): Promise<unknown> =>
  tx.updateTable('documents').set({ source_id: null }).where('source_id', '=', sourceId).execute();

export const countDocumentsOfSources = async (
  db: Handle,
  sourceIds: readonly string[],
): Promise<Map<string, number>> => {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .where('source_id', 'in', sourceIds)
    .groupBy('source_id')
    .select((select) => ['source_id', select.fn.countAll<number>().as('documents')])
    .execute();
  return new Map(rows.map((row) => [row.source_id!, Number(row.documents)]));
};

/** What happens to the documents of a source that is being deleted. */
export const findDeletion = async (db: Handle, id: string): Promise<'keep' | 'delete' | null> => {
  const row = await db
    .selectFrom('knowledge_sources')
    .select('deletion')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.deletion ?? null;
};

export const listDeletedSources = (db: Handle): Promise<{ id: string; workspaceId: string }[]> =>
  db
    .selectFrom('knowledge_sources')
    .select(['id', 'workspace_id as workspaceId'])
    .where('is_deleting', '=', 1)
    .execute();
