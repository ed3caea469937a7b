import type { Generated } from 'kysely';

export type DocumentStatus = 'PENDING' | 'PROCESSING' | 'ACTIVE' | 'FAILED';
export type DocumentKind = 'text' | 'spreadsheet' | 'qa';
/** `remove` and `change` concern a chunk of the file; `add` is a chunk that the file does not have. */
export type ChunkEditKind = 'change' | 'add' | 'remove';
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
    /** Of the served upload, without disabled chunks. */
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
    /** 0: nothing of it is found. */
    is_enabled: Generated<number>;
    /** JSON of string[]. */
    tags: Generated<string>;
    /** JSON of an object: name to text, number or boolean. */
    attributes: Generated<string>;
    /** Increases with every change of the served chunks by an edit. */
    content_version: Generated<number>;
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
    /** The different words of its chunks, one per line. null: of a version that did not store them. */
    words: Generated<string | null>;
    /** 0: edits of chunks are discarded when this upload is served. */
    keeps_edits: Generated<number>;
    /**
     * PostgreSQL: the version of the document's content for which the segments of this upload are complete. null: none,
     * or of a version without segments.
     */
    postings_version: Generated<number | null>;
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
    /** Searched instead of the content: the questions of a pair. '' if the content is searched. */
    match_text: Generated<string>;
    /** JSON of string[]: words by which the chunk is found besides its text. */
    keywords: Generated<string>;
    /** 0: not searched, and without vectors. */
    is_enabled: Generated<number>;
    /** The edit that made or changed it. */
    edit_id: Generated<string | null>;
    /** 1: an edit of a chunk that newer content does not have. */
    has_conflict: Generated<number>;
  };
  /** What people changed in the chunks of a document, so that it can be applied to newer content. */
  chunk_edits: {
    id: string;
    document_id: string;
    agent_id: string;
    kind: ChunkEditKind;
    /** Of the chunk in the content that was edited. */
    position: number;
    /** JSON of the text of the file that was edited. null for an added chunk. */
    original: string | null;
    content: string;
    /** JSON of string[]. */
    heading_path: string;
    match_text: string;
    /** JSON of string[]. */
    keywords: string;
    is_enabled: number;
    editor_id: string;
    editor_email: string;
    created_at: number;
    updated_at: number;
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
  /** PostgreSQL only. Chunks of one upload whose terms never change: a changed chunk gets a new segment. */
  posting_segments: {
    number: Generated<number>;
    agent_id: string;
    document_id: string;
    upload_id: string;
    /** The lowest and the highest number of its chunks. */
    first_number: number;
    last_number: number;
    chunk_count: number;
    /** The run with its postings. null: searched by the terms of its chunks. */
    run_number: number | null;
    /** How many chunks have each marker; see packMarkers. */
    markers: Uint8Array;
    /** Numbers and lengths of its chunks; see packChunks. */
    chunks: Uint8Array;
  };
  /** PostgreSQL only. The postings of many segments, sorted by term. Never changed, only replaced. */
  posting_runs: {
    number: Generated<number>;
    agent_id: string;
    /** 0: being written. 1: searched. 2: to be deleted. */
    is_ready: number;
    chunk_count: number;
    byte_count: number;
    created_at: number;
  };
  /** PostgreSQL only. See pages.ts. */
  posting_pages: {
    run_number: number;
    last_term: number;
    part: number;
    first_term: number;
    data: Uint8Array;
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
