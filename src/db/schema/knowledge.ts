import type { Generated } from 'kysely';

export type DocumentStatus = 'PENDING' | 'PROCESSING' | 'ACTIVE' | 'FAILED';
export type DocumentKind = 'text' | 'spreadsheet';
/** What is being done to a document; '' when nothing is. */
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
    /** Whose chunks are found; null while there were never any. */
    served_upload_id: string | null;
    /** What is to be served next, or could not be. */
    pending_upload_id: string | null;
    /** Of what is served. */
    chunk_count: number;
    token_count: number;
    char_count: number;
    /** JSON of the embedding models its served chunks have vectors of. */
    models: string;
    /** JSON of string[]: what could not be read of what is served. */
    warnings: Generated<string>;
    creator_id: string;
    creator_email: string;
    created_at: number;
    updated_at: number;
  };
  /** One content of a document and how it is to be cut. */
  document_uploads: {
    id: string;
    document_id: string;
    file_id: string;
    format: string;
    chunk_tokens: number;
    /** '' when the text is cut by tokens. */
    splitter: string;
    header_rows: number;
    created_at: number;
  };
  /** Found only while their upload is the one its document serves. */
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
    /** Terms with repeats: the length BM25 speaks of. */
    term_count: number;
    /** Distinct terms and how often each occurs; see packTerms. */
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
  /** A row per agent that ever had a document served. */
  knowledge_states: {
    agent_id: string;
    /** Grows with every change of what is served. */
    sequence: number;
    chunk_count: number;
  };
  /** The newest changes, so that an index in memory follows without being read anew. */
  knowledge_changes: {
    agent_id: string;
    sequence: number;
    document_id: string;
  };
}
