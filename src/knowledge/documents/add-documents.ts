import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database } from '../../db/index.ts';
import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { Files } from '../../files/index.ts';
import { claimKey, findKey, type IdempotencyKey, onceInTransaction } from '../../idempotency/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { enqueueIngest } from '../queues.ts';
import type { UploadSource } from './accept-upload.ts';
import { insertDocuments } from './document-store.ts';
import { requireBase } from './knowledge-base-store.ts';
import { type Cutting, type NewDocumentFile, newDocumentRows } from './new-document-rows.ts';
import type { TakeUploads } from './take-uploads.ts';

export interface NewDocument {
  name: string | undefined;
  sourceUrl: string;
  source: UploadSource;
}

export interface AddDocuments {
  agent: Agent;
  creator: { id: string; email: string };
  knowledgeBaseId: string | undefined;
  kind: DocumentKind;
  files: readonly NewDocument[];
  cutting: Cutting;
  idempotencyKey: IdempotencyKey | undefined;
  /** Not called if nothing was accepted, or if the key was used before. */
  alsoIn?: AlsoIn<UploadResult['documents']>;
}

export interface UploadResult {
  documents: { id: string; name: string }[];
  /** Names of the rejected files, or ids for an update. */
  failed: string[];
  /** The reason for each of them. */
  reasons: string[];
}

interface AddDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  files: Pick<Files, 'markReferenced'>;
  takeUploads: TakeUploads;
}

const shownName = ({ name, source }: NewDocument): string => name || ('url' in source ? source.url : '');

export const createAddDocuments = ({ db, clock, jobs, files: stored, takeUploads }: AddDependencies) => {
  const rowsOf = (
    { agent, kind, creator, cutting }: AddDocuments,
    base: { id: string },
    accepted: (NewDocumentFile & { sizeBytes: number })[],
  ) => {
    const nowMs = clock.nowMs();
    return accepted.map((file) => ({
      ...newDocumentRows({ agent, creator, knowledgeBaseId: base.id, kind, cutting, file, nowMs }),
      sizeBytes: file.sizeBytes,
    }));
  };

  /** Stores documents, their jobs and the key in one transaction. If the key was used before: its earlier result. */
  const store = (
    input: AddDocuments,
    rows: ReturnType<typeof rowsOf>,
    result: UploadResult,
  ): Promise<UploadResult | undefined> =>
    onceInTransaction(db, input.idempotencyKey, async (tx) => {
      const { idempotencyKey } = input;
      if (idempotencyKey) {
        const response = JSON.stringify(result);
        const earlier = await claimKey(tx, idempotencyKey, { roundId: null, response }, clock.nowMs());
        // The connection broke after the commit: the documents are stored, so their files must stay.
        if (earlier?.response === response) return undefined;
        if (earlier) return JSON.parse(earlier.response!) as UploadResult;
      }
      await insertDocuments(
        tx,
        rows.map((row) => row.document),
        rows.map((row) => row.upload),
      );
      await stored.markReferenced(
        tx,
        rows.map((row) => row.upload.file_id),
      );
      for (const { upload, sizeBytes } of rows)
        await enqueueIngest(tx, jobs, {
          agentId: input.agent.id,
          workspaceId: input.agent.workspaceId,
          documentId: upload.document_id,
          uploadId: upload.id,
          format: upload.format,
          sizeBytes,
        });
      if (rows.length > 0) await input.alsoIn?.(tx, result.documents);
      return undefined;
    });

  return async (input: AddDocuments): Promise<UploadResult> => {
    const { agent, files, kind, idempotencyKey } = input;
    const base = await requireBase(db.query, agent.id, input.knowledgeBaseId);
    const before = idempotencyKey && (await findKey(db.query, idempotencyKey, clock.nowMs()));
    if (before) return JSON.parse(before.response!) as UploadResult;
    const { accepted, reasons, discard } = await takeUploads(agent, kind, files);
    try {
      const taken = accepted.flatMap((file, index) =>
        file ? [{ ...file, sourceUrl: files[index]!.sourceUrl }] : [],
      );
      const rows = rowsOf(input, base, taken);
      const result: UploadResult = {
        documents: rows.map(({ document }) => ({ id: document.id, name: document.name })),
        failed: files.filter((_file, index) => !accepted[index]).map(shownName),
        reasons: reasons.filter((reason) => reason !== undefined),
      };
      const earlier = await store(input, rows, result);
      await db.durable();
      if (!earlier) return result;
      await discard();
      return earlier;
    } catch (error) {
      await discard();
      throw error;
    }
  };
};
