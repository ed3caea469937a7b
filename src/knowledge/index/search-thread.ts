import { analyseQuery } from '../keywords/index.ts';
import { serveThread } from '../thread.ts';
import {
  type AgentIndex,
  type Candidates,
  createAgentIndex,
  type IndexedChunk,
  type IndexQuery,
} from './agent-index.ts';
import { type ChunkReader, openChunkReader, type ReadChunk } from './chunk-reader.ts';
import type { ChunkScope } from './chunk-scope.ts';
import type { IndexedDocument, Survey } from './chunk-table.ts';
import { exactCosines } from './exact-cosines.ts';

/** A pasted page is no query; its beginning tells what is wanted. */
const mostTerms = 1000;

const indexes = new Map<string, AgentIndex>();
let reader: ChunkReader | undefined;

const indexOf = (agentId: string): AgentIndex => {
  const known = indexes.get(agentId);
  if (known) return known;
  const index = createAgentIndex();
  indexes.set(agentId, index);
  return index;
};

interface ReadInput {
  /** The SQLite database, the same at every call. */
  file: string;
  agentId: string;
  after: number;
  limit: number;
}

interface ReadResult {
  bytes: number;
  /** Where the next page begins; undefined after the last. */
  next: number | undefined;
}

const addRead = (
  { agentId, limit }: ReadInput,
  chunks: readonly ReadChunk[],
  nextOf: (last: ReadChunk) => number,
): ReadResult => {
  const index = indexOf(agentId);
  for (const chunk of chunks) if (index.serves(chunk.documentId, chunk.uploadId)) index.addChunk(chunk);
  return { bytes: index.bytes, next: chunks.length < limit ? undefined : nextOf(chunks.at(-1)!) };
};

/** What the search thread does. It holds the indexes of agents, and on SQLite fills them itself. */
const handlers = {
  addDocuments: ({ agentId, documents }: { agentId: string; documents: IndexedDocument[] }): void => {
    for (const document of documents) indexOf(agentId).addDocument(document);
  },
  addChunks: ({ agentId, chunks }: { agentId: string; chunks: IndexedChunk[] }): { bytes: number } => {
    const index = indexOf(agentId);
    for (const chunk of chunks) index.addChunk(chunk);
    return { bytes: index.bytes };
  },
  /** A page of everything that the agent has. */
  readAgent: (input: ReadInput): ReadResult => {
    reader ??= openChunkReader(input.file);
    const chunks = reader.ofAgent(input.agentId, input.after, input.limit);
    return addRead(input, chunks, (last) => last.number);
  },
  readUpload: (input: ReadInput & { uploadId: string }): ReadResult => {
    reader ??= openChunkReader(input.file);
    const chunks = reader.ofUpload(input.uploadId, input.after, input.limit);
    return addRead(input, chunks, (last) => last.position);
  },
  remove: ({ agentId, documentIds }: { agentId: string; documentIds: string[] }): void => {
    for (const id of documentIds) indexes.get(agentId)?.removeDocument(id);
  },
  drop: ({ agentId }: { agentId: string }): void => {
    indexes.delete(agentId);
  },
  /** The cosines, by query, only where the thread reads the database itself. */
  search: ({
    agentId,
    text,
    query,
  }: {
    agentId: string;
    text: string;
    query: Omit<IndexQuery, 'terms'>;
  }): Candidates & { cosines: Float64Array[] } => {
    const terms = analyseQuery(text).slice(0, mostTerms);
    const candidates = indexOf(agentId).search({ ...query, terms });
    return {
      ...candidates,
      cosines: reader ? exactCosines(reader, candidates.numbers, query.vectors) : [],
    };
  },
  survey: (input: { agentId: string; scope: ChunkScope; withIds: boolean }): Survey =>
    indexOf(input.agentId).survey(input.scope, input),
};

export type SearchHandlers = typeof handlers;

serveThread(handlers);
