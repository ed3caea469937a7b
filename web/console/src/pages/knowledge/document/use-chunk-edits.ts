import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { Chunk } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** What an operator writes. */
export interface ChunkInput {
  content: string;
  questions?: string[];
  keywords: string[];
}

/** Edits of the chunks of one document. Failures of the form are shown by the form. */
export const useChunkEdits = (documentId: string) => {
  const agent = useAgentScope();
  const chunks = at(agent.api, '/documents/{documentId}/chunks', { documentId });
  const pathOf = ({ id }: Chunk) => at(chunks, '/{chunkId}', { chunkId: id });
  const changes = [at(agent.api, '/documents')];
  return {
    change: useChange(
      ({ chunk, change }: { chunk: Chunk; change: { isEnabled?: boolean } }) =>
        api.patch(pathOf(chunk), change),
      { changes },
    ),
    save: useChange(
      ({ chunk, input }: { chunk: Chunk | undefined; input: ChunkInput }) =>
        chunk ? api.patch(pathOf(chunk), { ...input }) : api.post(chunks, { ...input }),
      { changes, done: t('knowledge.chunk.saved'), quiet: true },
    ),
    restore: useChange((chunk: Chunk) => api.post(at(pathOf(chunk), '/restore')), {
      changes,
      done: t('knowledge.chunk.discarded'),
    }),
    remove: useChange((chunk: Chunk) => api.remove(pathOf(chunk)), { changes, quiet: true }),
  };
};

export type ChunkEdits = ReturnType<typeof useChunkEdits>;
