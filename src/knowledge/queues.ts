import type { Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { categoryOf, formatOfName } from '../lib/file-formats/index.ts';

/** From an upload to searchable chunks. */
export interface IngestJob {
  documentId: string;
  uploadId: string;
}

/** Deletes content that is no longer searchable: whole documents, or single uploads. */
export interface ClearingJob {
  documentIds?: string[];
  uploadIds?: string[];
}

/** Embeds the served content of a document again, with the current models. */
export interface ReembedJob {
  documentId: string;
}

/** Renews the terms of the served content of a document. */
export interface ReanalyseJob {
  documentId: string;
}

export const ingestQueue = 'knowledge-ingest';
/** For documents that may take minutes (scans, images, recordings), so that texts do not wait for them. */
export const scanQueue = 'knowledge-ingest-scans';
export const clearingQueue = 'knowledge-clearing';
export const reembedQueue = 'knowledge-reembed';
export const reanalyseQueue = 'knowledge-reanalyse';

const isSlow = (format: string): boolean => {
  const known = formatOfName(format);
  return known !== undefined && (known === 'pdf' || ['image', 'audio'].includes(categoryOf(known)));
};

/** Grouped by agent, so that an agent with a thousand documents does not delay the others. */
export const enqueueIngest = (
  tx: Handle,
  jobs: Jobs,
  job: IngestJob & { agentId: string; workspaceId: string; format: string },
): Promise<string> => {
  const { agentId, workspaceId, documentId, uploadId, format } = job;
  const payload: IngestJob = { documentId, uploadId };
  const queue = isSlow(format) ? scanQueue : ingestQueue;
  return jobs.enqueue(tx, queue, payload, { group: agentId, workspaceId });
};

export const enqueueClearing = (tx: Handle, jobs: Jobs, job: ClearingJob): Promise<string> =>
  jobs.enqueue(tx, clearingQueue, job);

/** One job at a time per document, without duplicates. */
export const enqueueReembed = (
  tx: Handle,
  jobs: Jobs,
  { documentId, workspaceId }: ReembedJob & { workspaceId: string },
): Promise<string> =>
  jobs.enqueue(tx, reembedQueue, { documentId } satisfies ReembedJob, {
    id: `reembed-${documentId}`,
    workspaceId,
  });

/** One job at a time per document, without duplicates. */
export const enqueueReanalyse = (
  tx: Handle,
  jobs: Jobs,
  { documentId, workspaceId }: ReanalyseJob & { workspaceId: string },
): Promise<string> =>
  jobs.enqueue(tx, reanalyseQueue, { documentId } satisfies ReanalyseJob, {
    id: `reanalyse-${documentId}`,
    workspaceId,
  });
