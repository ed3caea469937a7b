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
 * The models that need no server: one for Chinese (and scripts with its characters), one for everything else.
 * Nothing is loaded before the first text.
 */
export const createEmbeddedEmbedders = ({ idleMs }: { idleMs?: number } = {}): EmbeddedEmbedders => {
  const general = createThreadEmbedder({ model: miniLm(), idleMs });
  const chinese = createThreadEmbedder({ model: bgeChinese(), idleMs });
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
