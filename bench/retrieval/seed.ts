import type { Agent } from '../../src/agents/index.ts';
import type { Database, Handle } from '../../src/db/index.ts';
import { recordChanges } from '../../src/knowledge/documents/record-changes.ts';
import { type StagedChunk, stageChunks } from '../../src/knowledge/ingest/chunk-store.ts';
import { analyse, analysisVersion } from '../../src/knowledge/keywords/index.ts';
import { beginSegments } from '../../src/knowledge/postings/segment-store.ts';
import { packTerms } from '../../src/knowledge/search-index/keywords/pack-terms.ts';
import { newId } from '../../src/lib/ids.ts';
import { type Corpus, type CorpusChunk, chunksPerDocument } from './corpus.ts';

/** One for each size, so that data of an earlier size has no influence. */
export const modelOf = (corpus: Corpus): string => `bench-${corpus.count}`;

/** Identifies a passage by its first word, which is not among its terms. */
const nameOf = (number: number): string => `#${number}`;
export const numberOf = (content: string): number => Number(content.slice(1, content.indexOf(' ')));

const toStaged = (model: string, { words, vector }: CorpusChunk, number: number): StagedChunk => ({
  position: number % chunksPerDocument,
  text: `${nameOf(number)} ${words.join(' ')}`,
  headingPath: [],
  tokens: words.length,
  termCount: words.length,
  terms: packTerms([...words, ...analyse('').markers]),
  vector: { model, vector },
  matchText: '',
  keywords: [],
  isEnabled: true,
  editId: null,
  hasConflict: false,
});

interface NewDocument {
  agent: Agent;
  documentId: string;
  uploadId: string;
  name: string;
  chunkCount: number;
  tokenCount: number;
  model: string;
}

/** A document that is served, in the knowledge base of its agent. */
export const insertDocument = async (tx: Handle, document: NewDocument): Promise<void> => {
  const { agent, documentId, uploadId, name, chunkCount, tokenCount, model } = document;
  const base = await tx
    .selectFrom('knowledge_bases')
    .select('id')
    .where('agent_id', '=', agent.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('documents')
    .values({
      id: documentId,
      workspace_id: agent.workspaceId,
      agent_id: agent.id,
      knowledge_base_id: base.id,
      kind: 'text',
      name,
      format: 'txt',
      source_url: '',
      status: 'ACTIVE',
      fail_reason: null,
      stage: '',
      stage_done: 0,
      stage_total: 0,
      served_upload_id: uploadId,
      pending_upload_id: null,
      chunk_count: chunkCount,
      token_count: tokenCount,
      char_count: 0,
      models: JSON.stringify([model]),
      creator_id: '',
      creator_email: '',
      created_at: 1,
      updated_at: 1,
    })
    .execute();
};

/** Fills an agent's knowledge like ingestion, without reading and embedding anything. */
export const seedChunks = async (
  db: Database,
  agent: Agent,
  corpus: Corpus,
  {
    model = modelOf(corpus),
    onChunk = () => {},
  }: { model?: string; onChunk?: (chunk: CorpusChunk, number: number) => void } = {},
): Promise<void> => {
  const seedDocument = async (done: number): Promise<void> => {
    const [documentId, uploadId] = [newId(), newId()];
    const size = Math.min(chunksPerDocument, corpus.count - done);
    const chunks = Array.from({ length: size }, (_, index) => {
      const chunk = corpus.chunkAt(done + index);
      onChunk(chunk, done + index);
      return toStaged(model, chunk, done + index);
    });
    await db.transaction(async (tx) => {
      await insertDocument(tx, {
        agent,
        documentId,
        uploadId,
        name: `${done}.txt`,
        chunkCount: size,
        tokenCount: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
        model,
      });
      await tx
        .insertInto('document_uploads')
        .values({
          id: uploadId,
          document_id: documentId,
          file_id: '',
          format: 'txt',
          chunk_tokens: 200,
          splitter: '',
          header_rows: 0,
          created_at: 1,
          terms_version: analysisVersion,
        })
        .execute();
      await beginSegments(tx, [uploadId]);
      await stageChunks(tx, [{ place: { agentId: agent.id, documentId, uploadId }, chunks }]);
      await recordChanges(tx, agent.id, [documentId], size);
    });
  };
  let next = 0;
  const seedSome = async (): Promise<void> => {
    while (next < corpus.count) {
      next += chunksPerDocument;
      await seedDocument(next - chunksPerDocument);
    }
  };
  // PostgreSQL stores some documents while the next ones are made.
  await Promise.all(Array.from({ length: db.kind === 'postgres' ? 4 : 1 }, seedSome));
};
