import type { Generated } from 'kysely';

export type DocumentStatus = 'PENDING' | 'PROCESSING' | 'ACTIVE' | 'FAILED';
export type DocumentKind = 'text' | 'spreadsheet';
/** The current stage of processing. '' if none. */
export type DocumentStage = '' | 'parse' | 'chunk' | 'embed';

export interface KnowledgeTables {
  documents: {
    /** Order of arrival. */
    sequence: Generated<number>;
    id: string;
    workspace_id: string;
    agent_id: string;
    knowledge_base_id: string;
    kind: DocumentKind;
    name: string;
    format: string;
    source_url: string;
    status: DocumentStatus;
    fail_reason: string | null;
    stage: DocumentStage;
    stage_done: number;
    stage_total: number;
    /** The upload whose chunks are searched. null if there was none yet. */
    served_upload_id: string | null;
    /** The upload to serve next, or the one that failed. */
    pending_upload_id: string | null;
    /** Of the served upload. */
    chunk_count: number;
    token_count: number;
    char_count: number;
    /** JSON of the embedding models whose vectors its served chunks have. */
    models: string;
    /** JSON of string[]: parts of the served content that could not be read. */
    warnings: Generated<string>;
    creator_id: string;
    creator_email: string;
    created_at: number;
    updated_at: number;
    /** The source that it was read from. null: uploaded. */
    source_id: Generated<string | null>;
  };
  /** One version of a document's content, and how to chunk it. */
  document_uploads: {
    id: string;
    document_id: string;
    file_id: string;
    format: string;
    chunk_tokens: number;
    /** '' if the text is chunked by tokens. */
    splitter: string;
    header_rows: number;
    created_at: number;
    /** Version of the text analysis that made the terms of its chunks. */
    terms_version: Generated<number>;
  };
  /** Searched only while the document serves their upload. */
  chunks: {
    /** Order of storing; breaks ties between equal scores. */
    number: Generated<number>;
    id: string;
    agent_id: string;
    document_id: string;
    upload_id: string;
    position: number;
    /** JSON of string[]. */
    heading_path: string;
    content: string;
    token_count: number;
    /** Number of terms with repetitions: the document length of BM25. */
    term_count: number;
    /** Distinct terms and their frequencies; see packTerms. */
    terms: Uint8Array;
  };
  chunk_vectors: {
    chunk_number: number;
    model: string;
    agent_id: string;
    document_id: string;
    upload_id: string;
    dimension: number;
    /** SQLite: 32-bit floats, little-endian. PostgreSQL: pgvector's text form. */
    vector: Uint8Array | string;
  };
  /** A row per agent that ever served a document. */
  knowledge_states: {
    agent_id: string;
    /** Increases with every change of the served content. */
    sequence: number;
    chunk_count: number;
  };
  /** The newest changes, so that an index in memory can be updated without a full load. */
  knowledge_changes: {
    agent_id: string;
    sequence: number;
    document_id: string;
  };
}
