import type { Agent } from '../../agents/index.ts';
import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { Files } from '../../files/index.ts';
import type { Log } from '../../lib/log.ts';
import { type AcceptedUpload, type AcceptUpload, UploadRefused, type UploadSource } from './accept-upload.ts';
import { inOrder } from './in-order.ts';

/** Most of the time is spent waiting for other servers, and files in progress are on disk, not in memory. */
const atOnce = 4;

export interface Upload {
  name: string | undefined;
  source: UploadSource;
}

export interface TakenUploads {
  /** In the order of the uploads. Undefined for a rejected upload. */
  accepted: (AcceptedUpload | undefined)[];
  /** The reasons, in the same order. */
  reasons: (string | undefined)[];
  /** Deletes the files that no document uses. */
  discard(): Promise<void>;
}

/** Accepts all files of a call. A rejected one does not affect the others. */
export const createTakeUploads =
  ({ acceptUpload, files, log }: { acceptUpload: AcceptUpload; files: Files; log: Log }) =>
  async (agent: Agent, kind: DocumentKind, uploads: readonly Upload[]): Promise<TakenUploads> => {
    const broken: unknown[] = [];
    const reasons = new Array<string | undefined>(uploads.length);
    const accepted = await inOrder(uploads, atOnce, async (upload, index) => {
      if (broken.length > 0) return undefined;
      try {
        return await acceptUpload({ agent, kind, ...upload });
      } catch (error) {
        if (!(error instanceof UploadRefused)) broken.push(error);
        else {
          reasons[index] = error.message;
          log.info({ agentId: agent.id, name: upload.name, reason: error.message }, 'a document was refused');
        }
        return undefined;
      }
    });
    const discard = (): Promise<void> =>
      files.discard(accepted.flatMap((upload) => (upload ? [upload.fileId] : [])));
    if (broken.length > 0) {
      await discard();
      throw broken[0];
    }
    return { accepted, reasons, discard };
  };

export type TakeUploads = ReturnType<typeof createTakeUploads>;
