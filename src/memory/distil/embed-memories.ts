import type { Database } from '../../db/index.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { type MemoryEmbedder, type MemoryEmbedders, packVector } from '../vectors.ts';
import { memoriesToEmbed, setVectors } from './distil-store.ts';

const embeddedAtOnce = 16;
const mostAtATime = 256;
const timeoutMs = 60_000;

interface EmbedDependencies {
  db: Database;
  embedders: MemoryEmbedders;
  log: { warn(fields: object, message: string): void };
}

/**
 * Embeds memories after they are stored and can be found by words. The next distilling of the conversation
 * retries those that fail.
 */
export const createEmbedMemories = ({ db, embedders, log }: EmbedDependencies) => {
  const embedGroup = async (
    embedder: MemoryEmbedder,
    memories: readonly { id: string; text: string }[],
    signal: AbortSignal,
    owner: FairOwner,
  ): Promise<void> => {
    for (let at = 0; at < memories.length; at += embeddedAtOnce) {
      const group = memories.slice(at, at + embeddedAtOnce);
      const vectors = await embedder.embed(
        group.map(({ text }) => text),
        'passage',
        AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        owner,
      );
      const packed = group.flatMap(({ id }, index) => {
        const vector = vectors[index];
        return vector ? [{ id, vector: packVector(vector), model: embedder.modelId }] : [];
      });
      await db.transaction((tx) => setVectors(tx, packed));
    }
  };

  return async (conversationId: string, signal: AbortSignal, owner: FairOwner): Promise<void> => {
    const models = embedders.all.map(({ modelId }) => modelId);
    const memories = await memoriesToEmbed(db.query, { conversationId, models, limit: mostAtATime });
    const groups = Map.groupBy(memories, ({ text }) => embedders.for(text));
    for (const [embedder, group] of groups) {
      try {
        await embedGroup(embedder, group, signal, owner);
      } catch (error) {
        signal.throwIfAborted();
        log.warn(
          { error, model: embedder.modelId },
          'memories could not be embedded; until then they are found by keywords',
        );
      }
    }
  };
};
