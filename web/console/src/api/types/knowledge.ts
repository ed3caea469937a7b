export interface KnowledgeBase {
  id: string;
  name: string;
  description: string;
  isDefault: boolean;
  createdAt: string;
  documents: number;
  chunks: number;
  tokens: number;
}

export interface Reranker {
  version: string;
  isSetUp: boolean;
  address: string | null;
}

export type DocumentStatus = 'PENDING' | 'PROCESSING' | 'ACTIVE' | 'FAILED';

export interface DocumentProgress {
  stage: 'queued' | 'parsing' | 'embedding';
  done: number;
  /** 0 while it is not known. */
  total: number;
}

export interface KnowledgeDocument {
  id: string;
  knowledgeBaseId: string;
  kind: 'text' | 'spreadsheet';
  name: string;
  format: string;
  /** Where citations lead to; empty when nowhere. */
  sourceUrl: string;
  status: DocumentStatus;
  failReason: string | null;
  /** What could not be read, where the rest could. */
  warnings: string[];
  /** null when nothing is being done. */
  progress: DocumentProgress | null;
  /** Content is found, if older than what is being worked on. */
  isServing: boolean;
  chunks: number;
  tokens: number;
  characters: number;
  /** An operator's address; empty: over the developer API. */
  createdBy: string;
  createdAt: string;
  updatedAt: string;
}

/** One event of a document stream. */
export interface DocumentChanges {
  documents: KnowledgeDocument[];
  removedIds: string[];
  atWork: number;
}

export interface Chunk {
  id: string;
  /** From 0. */
  position: number;
  headingPath: string[];
  content: string;
  tokens: number;
}

export interface FoundChunk {
  chunkId: string;
  documentId: string;
  documentName: string;
  sourceUrl: string;
  content: string;
  /** The last word: by the reranker, if there was one. */
  score: number;
  semanticScore: number;
  keywordScore: number;
  rerankScore: number | null;
}

export interface RetrievalResult {
  chunks: FoundChunk[];
  timings: {
    indexMs: number;
    embedMs: number;
    searchMs: number;
    readMs: number;
    rerankMs: number;
    totalMs: number;
  };
  warnings: string[];
}
