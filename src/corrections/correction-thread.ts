import { serveThread } from '../lib/thread/thread.ts';
import {
  type CorrectionIndex,
  type CorrectionQuery,
  createCorrectionIndex,
  type IndexedCorrection,
  type ScoredCorrection,
} from './correction-index.ts';

const indexes = new Map<string, CorrectionIndex>();

/** Calls of the thread that compares questions, so that the event loop does not wait for thousands of them. */
const handlers = {
  put: ({
    agentId,
    corrections,
  }: {
    agentId: string;
    corrections: IndexedCorrection[];
  }): { size: number; models: string[] } => {
    const index = indexes.get(agentId) ?? createCorrectionIndex();
    indexes.set(agentId, index);
    for (const correction of corrections) index.put(correction);
    return { size: index.size, models: index.models() };
  },
  drop: ({ agentId }: { agentId: string }): void => {
    indexes.delete(agentId);
  },
  search: ({ agentId, query }: { agentId: string; query: CorrectionQuery }): ScoredCorrection[] =>
    indexes.get(agentId)?.search(query) ?? [],
};

export type CorrectionHandlers = typeof handlers;

serveThread(handlers);
