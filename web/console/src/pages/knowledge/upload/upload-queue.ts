import { ApiError } from '../../../api/api-error.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';

/** Knowledge base and chunking of a document. Absent values have the default of the service. */
export interface UploadOptions {
  knowledgeBaseId?: string;
  chunkTokens?: number;
  splitter?: string;
  headerRows?: number;
  /** Default: by the name of the file. */
  kind?: KnowledgeDocument['kind'];
}

/** waiting → sending → removed from the list when accepted; a failed upload stays with its reason. */
export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** 0 to 1. */
  progress: number;
  reason?: string;
  /** Another attempt with the same file would fail too. */
  isFinal?: boolean;
}

interface UploadQueueOptions {
  /** Why a file is refused without sending it, or undefined. */
  refuse?(file: File): string | undefined;
  send(
    file: File,
    options: UploadOptions,
    onProgress: (progress: number) => void,
  ): Promise<KnowledgeDocument>;
  /** Called with a new list after each change. */
  onChange(uploads: Upload[]): void;
  onUploaded(document: KnowledgeDocument): void;
  /** Uploads that run at the same time. */
  concurrency?: number;
}

/** A request that the service rejected would be rejected again, except after a sign-in or a wait. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status);

/** Uploads files, a few at a time. A failed upload does not stop the others. */
export const createUploadQueue = ({
  refuse,
  send,
  onChange,
  onUploaded,
  concurrency = 2,
}: UploadQueueOptions) => {
  let uploads: (Upload & { options: UploadOptions })[] = [];
  let nextId = 1;

  const set = (next: typeof uploads): void => {
    uploads = next;
    onChange(uploads);
  };
  const update = (id: number, part: Partial<Upload>): void =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const remove = (id: number): void => set(uploads.filter((upload) => upload.id !== id));

  const start = async ({ id, file, options }: (typeof uploads)[number]): Promise<void> => {
    update(id, { state: 'sending', progress: 0, reason: undefined });
    try {
      const document = await send(file, options, (progress) => update(id, { progress }));
      remove(id);
      onUploaded(document);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      update(id, { state: 'failed', reason, isFinal: isFinal(error) });
    }
    advance();
  };

  const advance = (): void => {
    const free = concurrency - uploads.filter(({ state }) => state === 'sending').length;
    const next = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
    for (const upload of next) void start(upload);
  };

  return {
    add: (files: readonly File[], options: UploadOptions): void => {
      const added = files.map((file) => {
        const reason = refuse?.(file);
        const isRefused = reason !== undefined;
        const state = isRefused ? ('failed' as const) : ('waiting' as const);
        return { id: nextId++, file, options, state, progress: 0, reason, isFinal: isRefused };
      });
      set([...uploads, ...added]);
      advance();
    },
    retry: (id: number): void => {
      update(id, { state: 'waiting', reason: undefined });
      advance();
    },
    remove,
  };
};
