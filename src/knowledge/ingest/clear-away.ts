import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { ClearingJob } from '../queues.ts';
import { deleteChunks } from './chunk-store.ts';

/** Few enough that nobody else waits for long. */
const chunksAtOnce = 100;

/** Clears away what is no longer found, in small steps. Done twice it does no harm. */
export const createClearAway = ({ db, files }: { db: Database; files: Files }) => {
  const clearChunks = async (
    where: { documentId: string } | { uploadId: string },
    context: JobContext,
  ): Promise<void> => {
    for (;;) {
      context.signal.throwIfAborted();
      const deleted = await db.transaction((tx) => deleteChunks(tx, where, chunksAtOnce));
      faultPoint('document-clearing');
      if (deleted < chunksAtOnce) return;
      await context.heartbeat();
      await nextTurn();
    }
  };

  const clearUploads = async (column: 'id' | 'document_id', value: string): Promise<void> => {
    const uploads = await db.query
      .selectFrom('document_uploads')
      .select(['id', 'document_id', 'file_id'])
      .where(column, '=', value)
      .execute();
    for (const upload of uploads) {
      // A document that was indexed again has a second upload of the same file.
      const other = await db.query
        .selectFrom('document_uploads')
        .select('id')
        .where('document_id', '=', upload.document_id)
        .where('file_id', '=', upload.file_id)
        .where('id', '<>', upload.id)
        .executeTakeFirst();
      if (!other) await files.remove(upload.file_id);
      await db.query.deleteFrom('document_uploads').where('id', '=', upload.id).execute();
    }
  };

  return async ({ documentIds = [], uploadIds = [] }: ClearingJob, context: JobContext): Promise<void> => {
    for (const documentId of documentIds) {
      await clearChunks({ documentId }, context);
      await clearUploads('document_id', documentId);
    }
    for (const uploadId of uploadIds) {
      await clearChunks({ uploadId }, context);
      await clearUploads('id', uploadId);
    }
    faultPoint('document-cleared');
  };
};
