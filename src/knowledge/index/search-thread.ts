import { analyseQuery } from '../keywords/index.ts';
import { serveThread } from '../thread.ts';
import {
  type AgentIndex,
  type Candidates,
  createAgentIndex,
  type IndexedChunk,
  type IndexedDocument,
  type IndexQuery,
  type Survey,
} from './agent-index.ts';
import type { ChunkScope } from './chunk-scope.ts';

/** A pasted page is no query; its beginning tells what is wanted. */
const mostTerms = 1000;

const indexes = new Map<string, AgentIndex>();

const indexOf = (agentId: string): AgentIndex => {
  const known = indexes.get(agentId);
  if (known) return known;
  const index = createAgentIndex();
  indexes.set(agentId, index);
  return index;
};

/** What the search thread does. It holds the indexes of agents and knows no database. */
const handlers = {
  add: (input: {
    agentId: string;
    documents: IndexedDocument[];
    chunks: IndexedChunk[];
  }): { bytes: number } => {
    const index = indexOf(input.agentId);
    for (const document of input.documents) index.addDocument(document);
    for (const chunk of input.chunks) index.addChunk(chunk);
    return { bytes: index.bytes };
  },
  remove: ({ agentId, documentIds }: { agentId: string; documentIds: string[] }): void => {
    for (const id of documentIds) indexes.get(agentId)?.removeDocument(id);
  },
  drop: ({ agentId }: { agentId: string }): void => {
    indexes.delete(agentId);
  },
  search: ({
    agentId,
    text,
    query,
  }: {
    agentId: string;
    text: string;
    query: Omit<IndexQuery, 'terms'>;
  }): Candidates => indexOf(agentId).search({ ...query, terms: analyseQuery(text).slice(0, mostTerms) }),
  survey: (input: { agentId: string; scope: ChunkScope; withIds: boolean }): Survey =>
    indexOf(input.agentId).survey(input.scope, input),
};

export type SearchHandlers = typeof handlers;

serveThread(handlers);
