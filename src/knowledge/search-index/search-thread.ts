import { serveThread } from '../../lib/thread/thread.ts';
import { type AttributeInput, type MatchedSentence, matchSentences } from '../attribute/match-sentences.ts';
import type { SnippetPart } from '../keywords/index.ts';
import {
  type AgentIndex,
  createAgentIndex,
  type IndexedSegment,
  type IndexQuery,
  restoreAgentIndex,
} from './agent-index.ts';
import type { Candidates } from './candidates.ts';
import { type ChunkReader, openChunkReader, type ReadChunk } from './chunk-reader.ts';
import type { ChunkScope } from './chunk-scope.ts';
import type { Survey } from './chunk-table.ts';
import type { IndexedDocument } from './document-table.ts';
import type { WordsOfDocument } from './document-words.ts';
import { createIndexWriter, type IndexWriter, readIndexFile } from './index-file.ts';
import type { FetchedPages } from './keywords/stored-postings.ts';
import type { FetchedForTyping, NeededCounts, NeededPostings, WordQuery } from './stored-search.ts';
import type { TypedQuery, TypedResult } from './typed-search.ts';
import { exactCosines } from './vectors/exact-cosines.ts';

const indexes = new Map<string, AgentIndex>();
let reader: ChunkReader | undefined;
/** Indexes being written to a file, with their version. */
const writers = new Map<string, { writer: IndexWriter; index: AgentIndex; version: number }>();

const indexOf = (agentId: string): AgentIndex => {
  const known = indexes.get(agentId);
  if (known) return known;
  const index = createAgentIndex();
  indexes.set(agentId, index);
  return index;
};

const readerOf = (): ChunkReader => {
  if (!reader) throw new Error('The search thread has no database');
  return reader;
};

interface ReadInput {
  agentId: string;
  after: number;
  limit: number;
}

interface FileInput {
  agentId: string;
  path: string;
}

/** Skips chunks of older or newer uploads, which are stored beside the served ones. */
const addServed = (agentId: string, chunks: readonly ReadChunk[]): void => {
  const index = indexOf(agentId);
  for (const chunk of chunks) if (index.serves(chunk.documentId, chunk.uploadId)) index.addChunk(chunk);
};

const saveSome = ({ agentId, path }: FileInput): 'unfinished' | 'saved' | 'changed' => {
  const index = indexes.get(agentId);
  const begun = writers.get(agentId);
  if (begun && (begun.index !== index || begun.version !== index.version)) {
    writers.delete(agentId);
    begun.writer.abandon();
    return 'changed';
  }
  if (!index) return 'changed';
  const writer = begun?.writer ?? createIndexWriter(path, index.save());
  writers.set(agentId, { writer, index, version: index.version });
  if (!writer.step()) return 'unfinished';
  writers.delete(agentId);
  return 'saved';
};

/** Calls of the search thread. It holds the indexes of agents, and on SQLite loads them itself. */
const handlers = {
  /** Opens a SQLite database, the same one in every call. */
  open: ({ file }: { file: string }): void => {
    reader ??= openChunkReader(file);
  },
  addDocuments: ({ agentId, documents }: { agentId: string; documents: IndexedDocument[] }): void => {
    for (const document of documents) indexOf(agentId).addDocument(document);
  },
  /** Segments whose postings are in the database. Skips those of uploads that are not served. */
  addSegments: ({ agentId, segments }: { agentId: string; segments: IndexedSegment[] }): void => {
    const index = indexOf(agentId);
    for (const segment of segments)
      if (index.serves(segment.documentId, segment.uploadId)) index.addSegment(segment);
  },
  /** Which of these uploads are served. */
  servedAmong: (input: { agentId: string; uploads: { documentId: string; uploadId: string }[] }): string[] =>
    input.uploads
      .filter(({ documentId, uploadId }) => indexOf(input.agentId).serves(documentId, uploadId))
      .map(({ uploadId }) => uploadId),
  /** Uploads of documents (all if absent) without all their chunks, which are removed. */
  takeIncomplete: ({ agentId, documentIds }: { agentId: string; documentIds?: string[] }): string[] =>
    indexOf(agentId).takeIncomplete(documentIds),
  addChunks: ({ agentId, chunks }: { agentId: string; chunks: ReadChunk[] }): void =>
    addServed(agentId, chunks),
  /** Reads a page of the agent's chunks. Returns the start of the next, undefined after the last. */
  readAgent: ({ agentId, after, limit }: ReadInput): number | undefined => {
    const chunks = readerOf().ofAgent(agentId, after, limit);
    addServed(agentId, chunks);
    return chunks.length < limit ? undefined : chunks.at(-1)!.number;
  },
  readUpload: ({ agentId, uploadId, after, limit }: ReadInput & { uploadId: string }) => {
    const chunks = readerOf().ofUpload(uploadId, after, limit);
    addServed(agentId, chunks);
    return chunks.length < limit ? undefined : chunks.at(-1)!.position;
  },
  /** Whether there was a usable file. */
  restore: ({ agentId, path }: FileInput): boolean => {
    try {
      indexes.set(agentId, readIndexFile(path, restoreAgentIndex));
      return true;
    } catch {
      indexes.delete(agentId);
      return false;
    }
  },
  /** Removes those of these documents that differ from the served content, and returns their ids. */
  outdated: ({ agentId, documents }: { agentId: string; documents: IndexedDocument[] }): string[] => {
    const index = indexOf(agentId);
    const other = documents.filter((document) => !index.holds(document)).map(({ id }) => id);
    for (const id of other) index.removeDocument(id);
    return other;
  },
  /** Removes all other documents and returns their number. */
  keepOnly: ({ agentId, documentIds }: { agentId: string; documentIds: ReadonlySet<string> }): number => {
    const index = indexOf(agentId);
    const others = [...index.documentIds()].filter((id) => !documentIds.has(id));
    for (const id of others) index.removeDocument(id);
    return others.length;
  },
  saveSome,
  remove: ({ agentId, documentIds }: { agentId: string; documentIds: string[] }): void => {
    for (const id of documentIds) indexes.get(agentId)?.removeDocument(id);
  },
  drop: ({ agentId }: { agentId: string }): void => {
    indexes.delete(agentId);
  },
  /** With the exact cosines by query, if the thread has a database from which to read the vectors. */
  search: ({
    agentId,
    text,
    query,
    withCosines,
  }: {
    agentId: string;
    text: string;
    query: Omit<IndexQuery, 'text'>;
    withCosines: boolean;
  }): Candidates & { cosines: Float64Array[] } => {
    const candidates = indexOf(agentId).search({ ...query, text });
    const cosines = withCosines ? exactCosines(readerOf(), candidates.numbers, query.vectors) : [];
    return { ...candidates, cosines };
  },
  /** At most `limit` documents whose words are needed before `searchTyped`. */
  withoutWords: ({ agentId, limit }: { agentId: string; limit: number }): string[] =>
    indexOf(agentId).withoutWords(limit),
  addWords: ({ agentId, documents }: { agentId: string; documents: WordsOfDocument[] }): void =>
    indexOf(agentId).addWords(documents),
  /** The terms that `searchWords` needs from the database. */
  neededTerms: ({ agentId, text }: { agentId: string; text: string }): number[] =>
    indexOf(agentId).neededTerms(text),
  searchWords: (input: {
    agentId: string;
    query: WordQuery;
    fetched?: FetchedPages;
  }): Candidates | NeededPostings => indexOf(input.agentId).searchWords(input.query, input.fetched),
  searchTyped: (input: {
    agentId: string;
    query: TypedQuery;
    fetched?: FetchedForTyping;
  }): TypedResult | NeededPostings | NeededCounts =>
    indexOf(input.agentId).searchTyped(input.query, input.fetched),
  snippets: (input: { agentId: string; texts: string[]; terms: string[] }): SnippetPart[][] =>
    indexOf(input.agentId).snippets(input.texts, input.terms),
  /** Here, because it analyses texts of any length. */
  matchSentences: (input: AttributeInput): MatchedSentence[] => matchSentences(input),
  size: ({ agentId }: { agentId: string }): { bytes: number } => ({
    bytes: indexes.get(agentId)?.bytes ?? 0,
  }),
  survey: (input: { agentId: string; scope: ChunkScope; withIds: boolean }): Survey & { bytes: number } => {
    const index = indexOf(input.agentId);
    return { ...index.survey(input.scope, input), bytes: index.bytes };
  },
};

export type SearchHandlers = typeof handlers;

serveThread(handlers);
