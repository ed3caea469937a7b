import type { Agent } from '../../src/agents/index.ts';
import type { Database } from '../../src/db/index.ts';
import { recordChanges } from '../../src/knowledge/documents/record-changes.ts';
import { packTerms } from '../../src/knowledge/index/pack-terms.ts';
import { type StagedChunk, stageChunks } from '../../src/knowledge/ingest/chunk-store.ts';
import { newId } from '../../src/lib/ids.ts';

export const dimension = 384;
export const modelId = 'bench';
const wordsPerChunk = 200;
const vocabulary = 60_000;
const chunksPerDocument = 100;
const chunksAtOnce = 100;

/** The same numbers at every run. */
export const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
};

/** Few words are frequent and many are rare, as in any language. */
export const randomWord = (random: () => number): string => `w${Math.floor(vocabulary ** random())}`;

export const randomVector = (random: () => number): Float32Array => {
  const vector = Float32Array.from({ length: dimension }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

const randomChunk = (random: () => number, position: number): StagedChunk => {
  const words = Array.from({ length: wordsPerChunk }, () => randomWord(random));
  return {
    position,
    text: words.join(' '),
    headingPath: [],
    tokens: wordsPerChunk,
    termCount: words.length,
    terms: packTerms(words),
    vector: { model: modelId, vector: randomVector(random) },
  };
};

/** Fills an agent's knowledge as ingestion would leave it, without reading and embedding anything. */
export const seedChunks = async (
  db: Database,
  agent: Agent,
  count: number,
  random: () => number,
): Promise<void> => {
  const base = await db.query
    .selectFrom('knowledge_bases')
    .select('id')
    .where('agent_id', '=', agent.id)
    .executeTakeFirstOrThrow();
  for (let done = 0; done < count; done += chunksPerDocument) {
    const [documentId, uploadId] = [newId(), newId()];
    const size = Math.min(chunksPerDocument, count - done);
    await db.transaction(async (tx) => {
      await tx
        .insertInto('documents')
        .values({
          id: documentId,
          workspace_id: agent.workspaceId,
          agent_id: agent.id,
          knowledge_base_id: base.id,
          kind: 'text',
          name: `${done}.txt`,
          format: 'txt',
          source_url: '',
          status: 'ACTIVE',
          fail_reason: null,
          stage: '',
          stage_done: 0,
          stage_total: 0,
          served_upload_id: uploadId,
          pending_upload_id: null,
          chunk_count: size,
          token_count: size * wordsPerChunk,
          char_count: 0,
          models: JSON.stringify([modelId]),
          creator_id: '',
          creator_email: '',
          created_at: 1,
          updated_at: 1,
        })
        .execute();
      for (let at = 0; at < size; at += chunksAtOnce) {
        const length = Math.min(chunksAtOnce, size - at);
        const chunks = Array.from({ length }, (_, index) => randomChunk(random, at + index));
        await stageChunks(tx, db.kind, { agentId: agent.id, documentId, uploadId }, chunks);
      }
      await recordChanges(tx, agent.id, [documentId], size);
    });
  }
};
