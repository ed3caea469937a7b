import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { deleteUpload, hasOtherUploadOfFile, listUploads } from '../documents/document-store.ts';
import { deleteEditsOf } from '../edit/edit-store.ts';
import { deleteSegments } from '../postings/segment-store.ts';
import type { ClearingJob } from '../queues.ts';
import { deleteChunks } from './chunk-store.ts';

/** Few enough that other requests do not wait long. */
const chunksAtOnce = 100;

/** Deletes content that is no longer searchable, in small steps. Idempotent. */
export const createRemoveChunks = ({
  db,
  files,
  onDeleted,
}: {
  db: Database;
  files: Files;
  /** Called with the agents whose stored postings have deleted chunks. */
  onDeleted(agentIds: readonly string[]): Promise<void>;
}) => {
  const clearChunks = async (
    where: { documentId: string } | { uploadId: string },
    context: JobContext,
  ): Promise<void> => {
    for (;;) {
      context.signal.throwIfAborted();
      const deleted = await db.transaction((tx) => deleteChunks(tx, where, chunksAtOnce));
      faultPoint('document-clearing');
      if (deleted < chunksAtOnce) break;
      await context.heartbeat();
      await nextTick();
    }
    await onDeleted(await deleteSegments(db.query, where));
  };

  const clearUploads = async (where: { documentId: string } | { uploadId: string }): Promise<void> => {
    for (const upload of await listUploads(db.query, where)) {
      if (!(await hasOtherUploadOfFile(db.query, upload))) await files.remove(upload.file_id);
      await deleteUpload(db.query, upload.id);
    }
  };

  return async ({ documentIds = [], uploadIds = [] }: ClearingJob, context: JobContext): Promise<void> => {
    for (const documentId of documentIds) {
      await clearChunks({ documentId }, context);
      await deleteEditsOf(db.query, documentId);
      await clearUploads({ documentId });
    }
    for (const uploadId of uploadIds) {
      await clearChunks({ uploadId }, context);
      await clearUploads({ uploadId });
    }
    faultPoint('document-cleared');
  };
};
