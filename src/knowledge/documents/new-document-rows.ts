import type { Agent } from '../../agents/index.ts';
import type { DocumentKind } from '../../db/schema/knowledge.ts';
import { newId } from '../../lib/ids.ts';

/** How a text is chunked. */
export interface Cutting {
  chunkTokens: number;
  splitter: string;
  headerRows: number;
}

export interface NewDocumentFile {
  fileId: string;
  name: string;
  format: string;
  sourceUrl: string;
}

interface NewDocumentInput {
  agent: Pick<Agent, 'id' | 'workspaceId'>;
  creator: { id: string; email: string };
  knowledgeBaseId: string;
  kind: DocumentKind;
  cutting: Cutting;
  file: NewDocumentFile;
  nowMs: number;
}

/** The rows of a new document and of its first upload. */
export const newDocumentRows = ({
  agent,
  creator,
  knowledgeBaseId,
  kind,
  cutting,
  file,
  nowMs,
}: NewDocumentInput) => {
  const [id, uploadId] = [newId(nowMs), newId(nowMs)];
  return {
    document: {
      id,
      workspace_id: agent.workspaceId,
      agent_id: agent.id,
      knowledge_base_id: knowledgeBaseId,
      kind,
      name: file.name,
      format: file.format,
      source_url: file.sourceUrl,
      status: 'PENDING' as const,
      fail_reason: null,
      stage: '' as const,
      stage_done: 0,
      stage_total: 0,
      served_upload_id: null,
      pending_upload_id: uploadId,
      chunk_count: 0,
      token_count: 0,
      char_count: 0,
      models: '[]',
      creator_id: creator.id,
      creator_email: creator.email,
      created_at: nowMs,
      updated_at: nowMs,
    },
    upload: {
      id: uploadId,
      document_id: id,
      file_id: file.fileId,
      format: file.format,
      chunk_tokens: cutting.chunkTokens,
      splitter: cutting.splitter,
      header_rows: cutting.headerRows,
      created_at: nowMs,
    },
  };
};
