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

/** Stores the keyword index of an agent in the database. */
export interface PostingsJob {
  agentId: string;
  /** Only enqueues the job itself: one that waits for a time would keep others from being added. */
  isReminder?: boolean;
}

/** For small documents, which take milliseconds. They do not wait for those of the other queues. */
export const ingestQueue = 'knowledge-ingest';
/** For texts and tables above `mostSmallBytes`, which may have thousands of chunks. */
export const largeQueue = 'knowledge-ingest-large';
/** For documents that may take minutes (scans, images, recordings). */
export const scanQueue = 'knowledge-ingest-scans';
export const clearingQueue = 'knowledge-clearing';
export const reembedQueue = 'knowledge-reembed';
export const reanalyseQueue = 'knowledge-reanalyse';
export const postingsQueue = 'knowledge-postings';

const isSlow = (format: string): boolean => {
  const known = formatOfName(format);
  return known !== undefined && (known === 'pdf' || ['image', 'audio'].includes(categoryOf(known)));
};

/** A text of this size has about 50 chunks. */
export const mostSmallBytes = 128 * 1024;

const queueFor = ({ format, sizeBytes }: { format: string; sizeBytes: number }): string => {
  if (isSlow(format)) return scanQueue;
  return sizeBytes > mostSmallBytes ? largeQueue : ingestQueue;
};

/** Grouped by agent, so that an agent with a thousand documents does not delay the others. */
export const enqueueIngest = (
  tx: Handle,
  jobs: Jobs,
  job: IngestJob & { agentId: string; workspaceId: string; format: string; sizeBytes: number },
): Promise<string> => {
  const { agentId, workspaceId, documentId, uploadId } = job;
  const payload: IngestJob = { documentId, uploadId };
  return jobs.enqueue(tx, queueFor(job), payload, { group: agentId, workspaceId });
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

/** One job at a time per agent, without duplicates. */
export const enqueuePostings = (tx: Handle, jobs: Jobs, agentId: string): Promise<string> =>
  jobs.enqueue(tx, postingsQueue, { agentId } satisfies PostingsJob, { id: `postings-${agentId}` });

export const enqueueLaterPostings = (
  tx: Handle,
  jobs: Jobs,
  agentId: string,
  runAtMs: number,
): Promise<string> =>
  jobs.enqueue(tx, postingsQueue, { agentId, isReminder: true } satisfies PostingsJob, {
    id: `postings-later-${agentId}`,
    runAtMs,
  });
