import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import { claimKey, type IdempotencyKey, onceInTransaction } from '../../idempotency/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { enqueueIngest } from '../queues.ts';
import { createAcceptUpload } from './accept-upload.ts';
import { createAddDocuments } from './add-documents.ts';
import { retryFailedOf } from './document-states.ts';
import { fileSizesOf, listDocuments, statusesOf } from './document-store.ts';
import { insertBase, listBases, ownerOf, requireBase } from './knowledge-base-store.ts';
import { createRemoveDocuments } from './remove-documents.ts';
import { createTakeUploads } from './take-uploads.ts';
import { createUpdateDocuments } from './update-documents.ts';

interface DocumentsDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  files: Files;
  fetch: SafeFetch;
  /** For files during upload. */
  uploadFolder: string;
}

interface Page {
  offset: number;
  limit: number;
}

/** The documents of agents: upload, list, replace and delete. */
export const createDocuments = (dependencies: DocumentsDependencies) => {
  const { db, clock, log, jobs, files, fetch, uploadFolder } = dependencies;
  const acceptUpload = createAcceptUpload({ files, fetch, folder: uploadFolder });
  const takeUploads = createTakeUploads({ acceptUpload, files, log });

  const retryFailed = async (agent: Agent, alsoIn?: AlsoIn<number>): Promise<number> => {
    const again = await db.transaction(async (tx) => {
      const failed = await retryFailedOf(tx, agent.id);
      const sizes = await fileSizesOf(
        tx,
        failed.map(({ uploadId }) => uploadId),
      );
      for (const work of failed)
        await enqueueIngest(tx, jobs, {
          agentId: agent.id,
          workspaceId: agent.workspaceId,
          ...work,
          sizeBytes: sizes.get(work.uploadId) ?? 0,
        });
      await alsoIn?.(tx, failed.length);
      return failed.length;
    });
    await db.durable();
    return again;
  };

  const createBase = async (input: {
    agent: Agent;
    name: string;
    description: string;
    idempotencyKey: IdempotencyKey | undefined;
  }): Promise<string> => {
    const { agent, name, description, idempotencyKey } = input;
    const nowMs = clock.nowMs();
    const id = newId(nowMs);
    const made = await onceInTransaction(db, idempotencyKey, async (tx) => {
      if (idempotencyKey) {
        const earlier = await claimKey(tx, idempotencyKey, { roundId: null, response: id }, nowMs);
        if (earlier) return earlier.response!;
      }
      const row = {
        id,
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        name,
        description,
        createdAtMs: nowMs,
      };
      if (!(await insertBase(tx, row)))
        throw new AppError(
          'conflict',
          `name "${name}" is already used by another knowledge base of this agent`,
        );
      return id;
    });
    await db.durable();
    return made;
  };

  return {
    add: createAddDocuments({ db, clock, jobs, files, takeUploads }),
    update: createUpdateDocuments({ db, clock, jobs, files, takeUploads }),
    ...createRemoveDocuments({ db, jobs }),
    retryFailed,
    statuses: (agent: Agent, ids: readonly string[]) => statusesOf(db.query, agent.id, [...new Set(ids)]),
    list: async (agent: Agent, knowledgeBaseId: string, page: Page) => {
      const base = await requireBase(db.query, agent.id, knowledgeBaseId);
      return listDocuments(db.query, base.id, page);
    },
    createBase,
    listBases: async (agent: Agent, page: Page) => ({
      ...(await listBases(db.query, agent.id, page)),
      owner: await ownerOf(db.query, agent.workspaceId),
    }),
  };
};

export type Documents = ReturnType<typeof createDocuments>;
