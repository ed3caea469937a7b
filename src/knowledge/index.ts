export type { DocumentKind } from '../db/schema/knowledge.ts';
export {
  cleanQuestions,
  pairLimits,
  problemOfPair,
  type QaPair,
} from './chunk/index.ts';
export type { Citations } from './citations.ts';
export { createEmbedders } from './create-embedders.ts';
export type { UploadSource } from './documents/accept-upload.ts';
export type { UploadResult } from './documents/add-documents.ts';
export { documentLimits } from './documents/change-documents.ts';
export type { KnowledgeDocument } from './documents/document-states.ts';
export type { Documents } from './documents/documents.ts';
export { createDefaultBase, type KnowledgeBase } from './documents/knowledge-base-store.ts';
export type { Cutting } from './documents/new-document-rows.ts';
export { chunkLimits } from './edit/chunk-fields.ts';
export type { Embedder, Embedders } from './embedders.ts';
export { createKnowledge, type Knowledge } from './knowledge.ts';
export { createKnowledgeThreads, type KnowledgeThreads } from './knowledge-threads.ts';
export { rerankVersions } from './rerank/rerank-versions.ts';
export type { Match, MatchedChunk } from './retrieve/retrieval.ts';
export type { SearchedDocument, TypedSearchResult } from './retrieve/typed-retrieval.ts';
export type { ChunkScope } from './search-index/chunk-scope.ts';
export { encryptedSourceCredentials } from './sources/credential-store.ts';
export { nameProblem } from './sources/files/file-store.ts';
export type { SourcePreview } from './sources/preview-source.ts';
export {
  defaultRules,
  ruleLimits,
  type Source,
  type SourceConnection,
  type SourceKind,
  type SourceRun,
} from './sources/source.ts';
