import type { Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';

/** From an upload to chunks that are found. */
export interface IngestJob {
  documentId: string;
  uploadId: string;
}

/** What nobody finds any more, to be cleared away: whole documents, or single uploads. */
export interface ClearingJob {
  documentIds?: string[];
  uploadIds?: string[];
}

/** New vectors for what a document serves, of the models that are in use now. */
export interface ReembedJob {
  documentId: string;
}

export const ingestQueue = 'knowledge-ingest';
/** The same for what may be a scan: a text never waits for the workers that read them. */
export const scanQueue = 'knowledge-ingest-scans';
export const clearingQueue = 'knowledge-clearing';
export const reembedQueue = 'knowledge-reembed';

/** Grouped by agent, so that one with a thousand documents does not keep the others waiting. */
export const enqueueIngest = (
  tx: Handle,
  jobs: Jobs,
  job: IngestJob & { agentId: string; workspaceId: string; format: string },
): Promise<string> => {
  const { agentId, workspaceId, documentId, uploadId, format } = job;
  const payload: IngestJob = { documentId, uploadId };
  const queue = format === 'pdf' ? scanQueue : ingestQueue;
  return jobs.enqueue(tx, queue, payload, { group: agentId, workspaceId });
};

export const enqueueClearing = (tx: Handle, jobs: Jobs, job: ClearingJob): Promise<string> =>
  jobs.enqueue(tx, clearingQueue, job);

/** One at a time per document, and none twice. */
export const enqueueReembed = (
  tx: Handle,
  jobs: Jobs,
  { documentId, workspaceId }: ReembedJob & { workspaceId: string },
): Promise<string> =>
  jobs.enqueue(tx, reembedQueue, { documentId } satisfies ReembedJob, {
    id: `reembed-${documentId}`,
    workspaceId,
  });
