import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import { searchableText } from '../chunk/index.ts';
import { recordChanges } from '../documents/record-changes.ts';
import type { Embedders } from '../embedders.ts';
import { enqueueReembed, type ReembedJob } from '../queues.ts';
import { insertVectors } from './chunk-store.ts';
import { embedPassages } from './embed-passages.ts';

const chunksAtOnce = 32;
const documentsAtOnce = 100;

interface ReembedDependencies {
  db: Database;
  jobs: Jobs;
  embedders: Embedders;
}

const isCurrent = (models: string, embedders: Embedders): boolean => {
  const known = new Set(embedders.all.map((embedder) => embedder.modelId));
  return (JSON.parse(models) as string[]).every((model) => known.has(model));
};

/**
 * New vectors after the embedding model was changed. They are stored beside the old ones, which serve until all
 * are there; then the document changes over in one transaction and the old ones go.
 */
export const createReembed = ({ db, jobs, embedders }: ReembedDependencies) => {
  const embedPage = async (
    document: { id: string; agent_id: string; served_upload_id: string },
    after: number,
    { workspaceId, signal }: JobContext,
  ): Promise<{ next: number | undefined; models: string[] }> => {
    const rows = await db.query
      .selectFrom('chunks')
      .select(['number', 'position', 'content', 'heading_path'])
      .where('upload_id', '=', document.served_upload_id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(chunksAtOnce)
      .execute();
    if (rows.length === 0) return { next: undefined, models: [] };
    const vectors = await embedPassages(
      embedders,
      rows.map((row) => searchableText({ text: row.content, headingPath: JSON.parse(row.heading_path) })),
      signal,
      { workspaceId: workspaceId ?? '', userId: '' },
    );
    const place = {
      agentId: document.agent_id,
      documentId: document.id,
      uploadId: document.served_upload_id,
    };
    await insertVectors(
      db.query,
      place,
      rows.map((row, index) => ({ number: row.number, ...vectors[index]! })),
    );
    return {
      next: rows.length < chunksAtOnce ? undefined : rows.at(-1)!.position,
      models: vectors.map((vector) => vector.model),
    };
  };

  const changeOver = (
    document: { id: string; agent_id: string; served_upload_id: string },
    models: string[],
    context: JobContext,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      await context.completeIn(tx);
      const changed = await tx
        .updateTable('documents')
        .set({ models: JSON.stringify(models) })
        .where('id', '=', document.id)
        .where('served_upload_id', '=', document.served_upload_id)
        .returning('id')
        .executeTakeFirst();
      if (!changed) return;
      await tx
        .deleteFrom('chunk_vectors')
        .where('chunk_number', 'in', (query) =>
          query.selectFrom('chunks').select('number').where('upload_id', '=', document.served_upload_id),
        )
        .where('model', 'not in', models)
        .execute();
      await recordChanges(tx, document.agent_id, [document.id], 0);
    });

  const run = async ({ documentId }: ReembedJob, context: JobContext): Promise<void> => {
    const row = await db.query
      .selectFrom('documents')
      .select(['id', 'agent_id', 'served_upload_id', 'models'])
      .where('id', '=', documentId)
      .executeTakeFirst();
    if (!row?.served_upload_id || isCurrent(row.models, embedders)) return;
    const document = { ...row, served_upload_id: row.served_upload_id };
    const models = new Set<string>();
    for (let next: number | undefined = -1; next !== undefined; ) {
      const page = await embedPage(document, next, context);
      for (const model of page.models) models.add(model);
      next = page.next;
      await context.heartbeat();
      await nextTurn();
    }
    if (models.size > 0) await changeOver(document, [...models].sort(), context);
  };

  /** Finds what is served by models that are no longer in use; called once at the start. */
  const enqueueOutdated = async (): Promise<void> => {
    for (let after = 0; ; ) {
      const rows = await db.query
        .selectFrom('documents')
        .select(['sequence', 'id', 'models', 'workspace_id'])
        .where('sequence', '>', after)
        .where('served_upload_id', 'is not', null)
        .orderBy('sequence')
        .limit(documentsAtOnce)
        .execute();
      const outdated = rows.filter((row) => !isCurrent(row.models, embedders));
      if (outdated.length > 0)
        await db.transaction(async (tx) => {
          for (const row of outdated)
            await enqueueReembed(tx, jobs, { documentId: row.id, workspaceId: row.workspace_id });
        });
      if (rows.length < documentsAtOnce) return;
      after = rows.at(-1)!.sequence;
      await nextTurn();
    }
  };

  return { run, enqueueOutdated };
};
