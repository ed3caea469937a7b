import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import { searchableText } from '../chunk/index.ts';
import { recordChanges } from '../documents/record-changes.ts';
import type { Embedders } from '../embedders.ts';
import { enqueueReembed, type ReembedJob } from '../queues.ts';
import { insertVectors } from './chunk-store.ts';
import { embedPassages } from './embed-passages.ts';
import { findServed, listServed, readChunks, type ServedDocument, serveModels } from './reembed-store.ts';

const chunksAtOnce = 32;
const documentsAtOnce = 100;

interface ReembedDependencies {
  db: Database;
  jobs: Jobs;
  embedders: Embedders;
}

const isCurrent = (models: readonly string[], embedders: Embedders): boolean => {
  const known = new Set(embedders.all.map((embedder) => embedder.modelId));
  return models.every((model) => known.has(model));
};

/**
 * New vectors after a change of the embedding model. They are stored beside the old ones, which are used until
 * all are complete. One transaction then switches the document and deletes the old ones.
 */
export const createReembed = ({ db, jobs, embedders }: ReembedDependencies) => {
  const embedPage = async (
    document: ServedDocument,
    after: number,
    { workspaceId, signal }: JobContext,
  ): Promise<{ next: number | undefined; models: string[] }> => {
    const chunks = await readChunks(db.query, document.servedUploadId, { after, limit: chunksAtOnce });
    if (chunks.length === 0) return { next: undefined, models: [] };
    const vectors = await embedPassages(embedders, chunks.map(searchableText), signal, {
      workspaceId: workspaceId ?? '',
      userId: '',
    });
    const place = {
      agentId: document.agentId,
      documentId: document.id,
      uploadId: document.servedUploadId,
    };
    await insertVectors(
      db.query,
      place,
      chunks.map(({ number }, index) => ({ number, ...vectors[index]! })),
    );
    return {
      next: chunks.length < chunksAtOnce ? undefined : chunks.at(-1)!.position,
      models: vectors.map((vector) => vector.model),
    };
  };

  const changeOver = (document: ServedDocument, models: string[], context: JobContext): Promise<void> =>
    db.transaction(async (tx) => {
      await context.completeIn(tx);
      if (await serveModels(tx, document, models))
        await recordChanges(tx, document.agentId, [document.id], 0);
    });

  const run = async ({ documentId }: ReembedJob, context: JobContext): Promise<void> => {
    const document = await findServed(db.query, documentId);
    if (!document || isCurrent(document.models, embedders)) return;
    const models = new Set<string>();
    for (let next: number | undefined = -1; next !== undefined; ) {
      const page = await embedPage(document, next, context);
      for (const model of page.models) models.add(model);
      next = page.next;
      await context.heartbeat();
      await nextTick();
    }
    if (models.size > 0) await changeOver(document, [...models].sort(), context);
  };

  /** Enqueues documents with vectors of models that are no longer used. Called once at the start. */
  const enqueueOutdated = async (): Promise<void> => {
    for (let after = 0; ; ) {
      const served = await listServed(db.query, { after, limit: documentsAtOnce });
      const outdated = served.filter(({ models }) => !isCurrent(models, embedders));
      if (outdated.length > 0)
        await db.transaction(async (tx) => {
          for (const { id: documentId, workspaceId } of outdated)
            await enqueueReembed(tx, jobs, { documentId, workspaceId });
        });
      if (served.length < documentsAtOnce) return;
      after = served.at(-1)!.sequence;
      await nextTick();
    }
  };

  return { run, enqueueOutdated };
};
