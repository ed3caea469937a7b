import { deleteConversations } from '../conversations/index.ts';
import type { Handle } from '../db/index.ts';
import type { Files } from '../files/index.ts';
import { deleteFailedJobsNaming, type Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { listFileIds } from '../rounds/index.ts';
import { anonymiseLedger } from '../usage/index.ts';
import { deleteDeliveriesOfConversations } from '../webhooks/index.ts';

export interface RowDependencies {
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue' | 'runNow'>;
  files: Pick<Files, 'removeIn' | 'removeContents'>;
  /** Corrected answers lose their link to the conversations. */
  forgetCorrections(tx: Handle, conversationIds: readonly string[]): Promise<void>;
}

const queue = 'file-removal';
/** Repeats the removal that follows the commit. Delayed, so that it usually finds nothing. */
const netDelayMs = 60_000;
const filesPerJob = 500;

/** Deletes everything of conversations, in the transaction of the caller. */
export const createDeleteRows = ({ clock, jobs, files, forgetCorrections }: RowDependencies) => {
  jobs.define<{ fileIds: string[] }>(queue, ({ fileIds }) => files.removeContents(fileIds), {
    concurrency: 1,
    leaseMs: 60_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => netDelayMs,
  });

  return {
    /** The caller has locked the conversations and knows that no round is running. */
    ofConversations: async (tx: Handle, conversationIds: readonly string[]) => {
      const fileIds = await listFileIds(tx, conversationIds);
      await deleteFailedJobsNaming(tx, conversationIds);
      await anonymiseLedger(tx, conversationIds);
      await forgetCorrections(tx, conversationIds);
      const rounds = await deleteConversations(tx, conversationIds);
      // Last, because their writers held rows that are now deleted. Their jobs find nothing to send.
      for (const deliveryId of await deleteDeliveriesOfConversations(tx, conversationIds))
        await jobs.runNow(tx, deliveryId);
      return { fileIds, rounds };
    },

    /** Deletes the rows of files. A job removes their contents if the process ends before the caller does it. */
    ofFiles: async (tx: Handle, fileIds: readonly string[]): Promise<void> => {
      await files.removeIn(tx, fileIds);
      for (let start = 0; start < fileIds.length; start += filesPerJob) {
        const payload = { fileIds: fileIds.slice(start, start + filesPerJob) };
        await jobs.enqueue(tx, queue, payload, { runAtMs: clock.nowMs() + netDelayMs });
      }
    },
  };
};

export type DeleteRows = ReturnType<typeof createDeleteRows>;
