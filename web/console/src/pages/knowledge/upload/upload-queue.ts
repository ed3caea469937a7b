import type { KnowledgeDocument } from '../../../api/generated.ts';

/** How a document is cut, and where it goes. Left out is as the service has it. */
export interface UploadOptions {
  knowledgeBaseId?: string;
  chunkTokens?: number;
  splitter?: string;
  headerRows?: number;
}

/** waiting → sending → taken off the list when the service has it; refused ones stay with the reason. */
export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'refused';
  /** 0 to 1. */
  share: number;
  reason?: string;
}

interface UploadQueueOptions {
  send(file: File, options: UploadOptions, onProgress: (share: number) => void): Promise<KnowledgeDocument>;
  /** Called with a new list whenever something changed. */
  onChange(uploads: Upload[]): void;
  onTaken(document: KnowledgeDocument): void;
  /** Sent at once; the others wait their turn. */
  atOnce?: number;
}

/** Files on their way to the service, a few at once, each with its own fate. */
export const createUploadQueue = ({ send, onChange, onTaken, atOnce = 2 }: UploadQueueOptions) => {
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
    update(id, { state: 'sending', share: 0, reason: undefined });
    try {
      const document = await send(file, options, (share) => update(id, { share }));
      remove(id);
      onTaken(document);
    } catch (error) {
      update(id, { state: 'refused', reason: error instanceof Error ? error.message : String(error) });
    }
    advance();
  };

  const advance = (): void => {
    const free = atOnce - uploads.filter(({ state }) => state === 'sending').length;
    const next = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
    for (const upload of next) void start(upload);
  };

  return {
    add: (files: readonly File[], options: UploadOptions): void => {
      const added = files.map((file) => ({
        id: nextId++,
        file,
        options,
        state: 'waiting' as const,
        share: 0,
      }));
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
