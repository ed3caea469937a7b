import type { Agent } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import { recordChanges } from '../../../src/knowledge/documents/record-changes.ts';
import { stageChunks } from '../../../src/knowledge/ingest/chunk-store.ts';
import { analyse, analysisVersion } from '../../../src/knowledge/keywords/index.ts';
import { beginSegments } from '../../../src/knowledge/postings/segment-store.ts';
import { packTerms } from '../../../src/knowledge/search-index/keywords/pack-terms.ts';
import { newId } from '../../../src/lib/ids.ts';

export interface StagedDocument {
  documentId: string;
  uploadId: string;
}

/** The columns of a chunk with this text, as ingestion makes them. */
export const chunkOf = (text: string) => {
  const { terms, markers } = analyse(text);
  return {
    text,
    headingPath: [],
    tokens: 1,
    termCount: terms.length,
    terms: packTerms([...terms, ...markers]),
    matchText: '',
    keywords: [],
    isEnabled: true,
    editId: null,
    hasConflict: false,
    vector: undefined,
  };
};

/** Stores a document that serves these chunks, without reading and embedding anything. */
export const stageDocument = async (
  db: Database,
  agent: Agent,
  texts: readonly string[],
  { tags = [], batch = 32 }: { tags?: readonly string[]; batch?: number } = {},
): Promise<StagedDocument> => {
  const [documentId, uploadId] = [newId(), newId()];
  const { id: baseId } = await db.query
    .selectFrom('knowledge_bases')
    .select('id')
    .where('agent_id', '=', agent.id)
    .executeTakeFirstOrThrow();
  await db.transaction(async (tx) => {
    await tx
      .insertInto('documents')
      .values({
        id: documentId,
        workspace_id: agent.workspaceId,
        agent_id: agent.id,
        knowledge_base_id: baseId,
        kind: 'text',
        name: `${documentId}.txt`,
        format: 'txt',
        source_url: '',
        status: 'ACTIVE',
        fail_reason: null,
        stage: '',
        stage_done: 0,
        stage_total: 0,
        served_upload_id: uploadId,
        pending_upload_id: null,
        chunk_count: texts.length,
        token_count: texts.length,
        char_count: 0,
        models: '[]',
        creator_id: '',
        creator_email: '',
        created_at: 1,
        updated_at: 1,
        tags: JSON.stringify(tags),
      })
      .execute();
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
        words: [...new Set(texts.flatMap((text) => text.split(' ')))].join('\n'),
      })
      .execute();
    await beginSegments(tx, [uploadId]);
    const chunks = texts.map((text, position) => ({ ...chunkOf(text), position }));
    for (let at = 0; at < chunks.length; at += batch)
      await stageChunks(tx, [
        { place: { agentId: agent.id, documentId, uploadId }, chunks: chunks.slice(at, at + batch) },
      ]);
    await recordChanges(tx, agent.id, [documentId], texts.length);
  });
  return { documentId, uploadId };
};
