import { availableParallelism } from 'node:os';
import { languageClass } from '../../lib/language/index.ts';
import type { Embedders } from '../embedders.ts';
import { bgeChinese, miniLm } from './local-models.ts';
import { type ConfidentEmbedder, createThreadEmbedder } from './thread-embedder.ts';

export interface EmbeddedEmbedders extends Embedders {
  readonly all: readonly ConfidentEmbedder[];
  for(text: string): ConfidentEmbedder;
  close(): Promise<void>;
}

/**
 * One per core: a thread computes with one core, and passages use all. Each text needs
 * as much CPU time as with one thread; a session with two threads of its own needs 15 % more, or 75 % more if they spin
 * while they wait. A thread needs about 100 MB.
 */
export const usualThreads = (cores: number): number => Math.max(1, Math.min(4, cores));

/**
 * The models that need no server: one for Chinese (and scripts with its characters), one for everything else.
 * Nothing is loaded before the first text.
 */
export const createEmbeddedEmbedders = ({
  idleMs,
  threads = usualThreads(availableParallelism()),
}: {
  idleMs?: number;
  threads?: number;
} = {}): EmbeddedEmbedders => {
  const general = createThreadEmbedder({ model: miniLm(), idleMs, threads });
  const chinese = createThreadEmbedder({ model: bgeChinese(), idleMs, threads });
  return {
    all: [general.embedder, chinese.embedder],
    for: (text) => {
      const isGeneral = ['english', 'latin', 'other'].includes(languageClass(text));
      return isGeneral ? general.embedder : chinese.embedder;
    },
    close: async () => {
      await Promise.all([general.close(), chinese.close()]);
    },
  };
};
