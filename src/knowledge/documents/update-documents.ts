import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database } from '../../db/index.ts';
import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { Files } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { enqueueClearing, enqueueIngest } from '../queues.ts';
import type { AcceptedUpload, UploadSource } from './accept-upload.ts';
import type { UploadResult } from './add-documents.ts';
import { findDocuments, replacePending } from './document-store.ts';
import type { Cutting } from './new-document-rows.ts';
import type { TakeUploads } from './take-uploads.ts';

export interface ChangedDocument {
  documentId: string;
  source: UploadSource;
  /** undefined: unchanged; '': removed. */
  sourceUrl: string | undefined;
}

export interface UpdateDocuments {
  agent: Agent;
  kind: DocumentKind;
  files: readonly ChangedDocument[];
  cutting: Cutting;
  /** false: edits of chunks are discarded when the new content is served. */
  keepsEdits?: boolean;
  /** Called once for each document, with its id. */
  alsoIn?: AlsoIn<string>;
}

interface UpdateDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  files: Files;
  takeUploads: TakeUploads;
}

/** Files accepted before they are stored. A call may have 200, and the first should not wait for all. */
const batchSize = 20;

export const createUpdateDocuments = ({ db, clock, jobs, files, takeUploads }: UpdateDependencies) => {
  /** False if the document was deleted while its file was uploaded. */
  const replace = (
    { agent, cutting, keepsEdits = true, alsoIn }: UpdateDocuments,
    change: ChangedDocument,
    file: AcceptedUpload,
  ): Promise<boolean> =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const upload = {
        id: newId(nowMs),
        document_id: change.documentId,
        file_id: file.fileId,
        format: file.format,
        chunk_tokens: cutting.chunkTokens,
        splitter: cutting.splitter,
        header_rows: cutting.headerRows,
        keeps_edits: keepsEdits ? 1 : 0,
        created_at: nowMs,
      };
      const replaced = await replacePending(tx, agent.id, upload, change.sourceUrl, nowMs);
      if (!replaced) return false;
      await files.markReferenced(tx, [file.fileId]);
      await enqueueIngest(tx, jobs, {
        agentId: agent.id,
        workspaceId: agent.workspaceId,
        documentId: change.documentId,
        uploadId: upload.id,
        format: upload.format,
        sizeBytes: file.sizeBytes,
      });
      if (replaced.supersededUploadId !== null)
        await enqueueClearing(tx, jobs, { uploadIds: [replaced.supersededUploadId] });
      await alsoIn?.(tx, change.documentId);
      return true;
    });

  const updateBatch = async (
    input: UpdateDocuments,
    changes: readonly ChangedDocument[],
    result: UploadResult,
  ): Promise<void> => {
    const { agent, kind } = input;
    const rows = await findDocuments(
      db.query,
      agent.id,
      changes.map((change) => change.documentId),
    );
    const known = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row]));
    const possible = changes.filter((change) => known.has(change.documentId));
    const { accepted, reasons } = await takeUploads(
      agent,
      kind,
      possible.map((change) => ({ name: known.get(change.documentId)!.name, source: change.source })),
    );
    const taken = new Map(possible.map((change, index) => [change, accepted[index]]));
    for (const change of changes) {
      const file = taken.get(change);
      if (file && (await replace(input, change, file)))
        result.documents.push({ id: change.documentId, name: known.get(change.documentId)!.name });
      else {
        if (file) await files.discard([file.fileId]);
        result.failed.push(change.documentId);
        result.reasons.push(reasons[possible.indexOf(change)] ?? 'there is no such document of this kind');
      }
    }
  };

  return async (input: UpdateDocuments): Promise<UploadResult> => {
    const result: UploadResult = { documents: [], failed: [], reasons: [] };
    for (let at = 0; at < input.files.length; at += batchSize)
      await updateBatch(input, input.files.slice(at, at + batchSize), result);
    await db.durable();
    return result;
  };
};
