import type { Handle } from '../../db/index.ts';

/** A document with served content, and the models whose vectors its chunks have. */
export interface ServedDocument {
  id: string;
  agentId: string;
  servedUploadId: string;
  models: string[];
}

/** Undefined if it was deleted or serves nothing. */
export const findServed = async (db: Handle, documentId: string): Promise<ServedDocument | undefined> => {
  const row = await db
    .selectFrom('documents')
    .select(['id', 'agent_id', 'served_upload_id', 'models'])
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!row?.served_upload_id) return undefined;
  return {
    id: row.id,
    agentId: row.agent_id,
    servedUploadId: row.served_upload_id,
    models: JSON.parse(row.models),
  };
};

/** In the order in which they were added, after a sequence. */
export const listServed = async (db: Handle, { after, limit }: { after: number; limit: number }) => {
  const rows = await db
    .selectFrom('documents')
    .select(['sequence', 'id', 'models', 'workspace_id as workspaceId'])
    .where('sequence', '>', after)
    .where('served_upload_id', 'is not', null)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, models: JSON.parse(row.models) as string[] }));
};

/** Enabled chunks of one upload in order, after a position. */
export const readChunks = async (
  db: Handle,
  uploadId: string,
  { after, limit }: { after: number; limit: number },
) => {
  const rows = await db
    .selectFrom('chunks')
    .select(['number', 'position', 'content', 'heading_path', 'match_text', 'keywords'])
    .where('upload_id', '=', uploadId)
    .where('is_enabled', '=', 1)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    position: row.position,
    text: row.content,
    headingPath: JSON.parse(row.heading_path) as string[],
    matchText: row.match_text,
    keywords: JSON.parse(row.keywords) as string[],
  }));
};

/** Deletes vectors of other models. False if the document serves another upload by now. */
export const serveModels = async (
  tx: Handle,
  { id, servedUploadId }: ServedDocument,
  models: readonly string[],
): Promise<boolean> => {
  const changed = await tx
    .updateTable('documents')
    .set({ models: JSON.stringify(models) })
    .where('id', '=', id)
    .where('served_upload_id', '=', servedUploadId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await tx
    .deleteFrom('chunk_vectors')
    .where('chunk_number', 'in', (query) =>
      query.selectFrom('chunks').select('number').where('upload_id', '=', servedUploadId),
    )
    .where('model', 'not in', models)
    .execute();
  return true;
};
