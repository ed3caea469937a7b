import type { Database } from '../../db/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import type { SnippetPart } from '../keywords/index.ts';
import type { FetchPages } from '../postings/fetch-pages.ts';
import { type ChunkScope, searchesNothing } from '../search-index/chunk-scope.ts';
import type { IndexFollower } from '../search-index/follow-index.ts';
import { readSequence, wordsOfDocuments } from '../search-index/index-store.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import type { FetchedForTyping } from '../search-index/stored-search.ts';
import type { Facet, FoundDocument, TypedQuery, TypedResult } from '../search-index/typed-search.ts';
import { type ChunkContent, readContents } from './chunk-contents.ts';

export interface TypedSearchInput {
  agentId: string;
  /** As typed so far. */
  text: string;
  scope: ChunkScope;
  offset: number;
  limit: number;
  /** Names of attributes whose values are counted. */
  facets?: readonly string[];
  /** After it, the search does not begin another step. */
  signal?: AbortSignal;
}

export interface SearchedDocument
  extends Pick<FoundDocument, 'documentId' | 'score' | 'tags' | 'attributes'>,
    Pick<ChunkContent, 'chunkId' | 'sourceUrl' | 'headings'> {
  name: string;
  snippet: SnippetPart[];
}

export interface TypedSearchResult {
  documents: SearchedDocument[];
  total: number;
  facets: Facet[];
}

interface TypedRetrievalDependencies {
  db: Database;
  follower: Pick<IndexFollower, 'ready' | 'grown'>;
  thread: Thread<SearchHandlers>;
  fetchPages: FetchPages;
}

const nothing: TypedSearchResult = { documents: [], total: 0, facets: [] };
/** Receiving and adding their words takes a few milliseconds. */
const documentsAtOnce = 20;
/** A swap during a search is rare. The limit ends the search even if documents change all the time. */
const mostSearches = 3;

/** The question of a pair says more than the beginning of its answer. */
const textOf = ({ questions, content }: ChunkContent): string =>
  questions === '' ? content : `${questions.split('\n', 1)[0]} ${content}`;

/** Searches by keywords while a query is being typed: no embedding, no reranking, and no charge. */
export const createTypedRetrieval = ({ db, follower, thread, fetchPages }: TypedRetrievalDependencies) => {
  /** At the first search of an agent, and for documents that changed since the last one. */
  const loadWords = async (agentId: string, signal: AbortSignal | undefined): Promise<void> => {
    for (let isGrown = false; ; isGrown = true) {
      signal?.throwIfAborted();
      const ids = await thread.call('withoutWords', { agentId, limit: documentsAtOnce });
      if (ids.length === 0) {
        if (isGrown) await follower.grown(agentId);
        return;
      }
      const documents = await wordsOfDocuments(db.query, agentId, ids);
      const found = new Set(documents.map(({ documentId }) => documentId));
      // Deleted meanwhile. Without an entry they would be asked for again and again.
      const gone = ids
        .filter((id) => !found.has(id))
        .map((documentId) => ({ documentId, name: '', words: '' }));
      await thread.call('addWords', { agentId, documents: [...documents, ...gone] });
    }
  };

  /** The thread asks for postings of the database until it has all it needs. */
  const searchIndex = async (
    agentId: string,
    query: TypedQuery,
    signal: AbortSignal | undefined,
  ): Promise<TypedResult> => {
    let fetched: FetchedForTyping = { counted: [] };
    for (;;) {
      signal?.throwIfAborted();
      const found = await thread.call('searchTyped', { agentId, query, fetched });
      if ('neededCounts' in found) {
        const more = await fetchPages.counts(agentId, found.neededCounts, signal);
        fetched = { ...fetched, counted: [...fetched.counted, more] };
      } else if ('needed' in found) {
        const terms = [...(fetched.postings?.terms ?? []), ...found.needed];
        fetched = { ...fetched, postings: await fetchPages.postings(agentId, terms, signal) };
      } else return found;
    }
  };

  const searchOnce = async (input: TypedSearchInput): Promise<TypedSearchResult & { isStale: boolean }> => {
    const { agentId, text, scope, offset, limit, facets = [], signal } = input;
    const ready = await follower.ready(agentId);
    if (!ready) return { ...nothing, isStale: false };
    await loadWords(agentId, signal);
    const found = await searchIndex(agentId, { text, scope, offset, limit, facets }, signal);
    const [contents, newest = 0] = await Promise.all([
      readContents(
        db.query,
        agentId,
        found.documents.map(({ number }) => number),
      ),
      readSequence(db.query, agentId),
    ]);
    const shown = found.documents.flatMap((document) => {
      const content = contents.get(document.number);
      return content ? [{ document, content }] : [];
    });
    const texts = shown.map(({ content }) => textOf(content));
    const snippets =
      texts.length === 0 ? [] : await thread.call('snippets', { agentId, texts, terms: found.terms });
    return {
      documents: shown.map(({ document, content }, index) => ({
        documentId: document.documentId,
        score: document.score,
        tags: document.tags,
        attributes: document.attributes,
        chunkId: content.chunkId,
        name: content.documentName,
        sourceUrl: content.sourceUrl,
        headings: content.headings,
        snippet: snippets[index]!,
      })),
      total: found.total,
      facets: found.facets,
      isStale: newest > ready.sequence || shown.length < found.documents.length,
    };
  };

  return async (input: TypedSearchInput): Promise<TypedSearchResult> => {
    if (searchesNothing(input.scope)) return nothing;
    let found = await searchOnce(input);
    for (let tries = 1; found.isStale && tries < mostSearches; tries += 1) found = await searchOnce(input);
    const { isStale: _isStale, ...result } = found;
    return result;
  };
};
