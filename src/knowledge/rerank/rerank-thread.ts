import { serveThread } from '../../lib/thread/thread.ts';
import { type CrossEncoder, loadCrossEncoder } from './cross-encoder.ts';

let opened: CrossEncoder | undefined;

/** One model per thread, as for embedding. */
const handlers = {
  open: async ({ folder }: { folder: string }): Promise<void> => {
    opened ??= await loadCrossEncoder(folder);
  },
  score: async ({ query, texts }: { query: string; texts: readonly string[] }): Promise<number[]> => {
    if (!opened) throw new Error('The model was not opened');
    return opened.score(query, texts);
  },
};

export type RerankHandlers = typeof handlers;

serveThread(handlers);
