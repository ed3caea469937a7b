import type { Database } from '../../db/index.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { topicsAskedFor } from '../distil/extract-facts.ts';
import { indexTerms, roundMemories } from '../distil/make-memories.ts';
import { fileTopic } from '../file-memories.ts';
import { splitFiles } from '../file-texts.ts';
import { decodeTerms } from '../term-set.ts';
import type { MemoryEmbedders } from '../vectors.ts';
import { isOutdated } from './is-outdated.ts';
import { newestFirst } from './newest-first.ts';
import { type EmbeddedQuery, rankMemories } from './rank-memories.ts';
import { memoriesOf, type RecallScope, type RoundRow, textsOf, undistilledRounds } from './recall-store.ts';
import { renewTerms } from './renew-terms.ts';

export interface RecallInput extends RecallScope {
  scope: 'conversation' | 'user';
  query: string;
  limit: number;
  /** Rounds of the conversation whose files are completely in the window. */
  wholeFiles?: readonly number[];
  signal: AbortSignal;
  /** Owner whose fair share of the queue embedding the query uses. */
  owner?: FairOwner;
}

export interface Recalled {
  text: string;
  /** From 0 to 1. */
  score: number;
  kind: 'passage' | 'fact';
  conversationId: string;
  /** Name of the file that the text is from. */
  file?: string;
}

export interface RecallCandidate {
  /** Absent for a round that is not distilled yet: it has its text instead. */
  id?: string;
  text?: string;
  kind: 'passage' | 'fact';
  conversationId: string;
  sequence: number;
  position: number;
  createdAtMs: number;
  terms: Uint32Array;
  topics: string[];
  vector: Uint8Array | null;
  vectorModel: string;
}

interface RecallDependencies {
  db: Database;
  analyse: (text: string) => string[];
  embedders?: MemoryEmbedders;
  /** Maximum time that a round waits for the embedding of the query. */
  embedTimeoutMs?: number;
  log: { warn(fields: object, message: string): void };
}

const isOfFile = ({ topics }: RecallCandidate): boolean => topics.includes(fileTopic);

const isShown = (candidate: RecallCandidate, { conversationId, wholeFiles = [] }: RecallInput): boolean =>
  isOfFile(candidate) &&
  candidate.conversationId === conversationId &&
  wholeFiles.includes(candidate.sequence);

const longestQuery = 2000;
const lowestScore = 0.1;
const knownRounds = 5000;

export const createRecall = ({ db, analyse, embedders, embedTimeoutMs = 500, log }: RecallDependencies) => {
  const candidatesOfRound = new Map<string, RecallCandidate[]>();

  /** Cached: an ended round does not change, so it is analysed once. */
  const fromRound = (row: RoundRow): RecallCandidate[] => {
    const known = candidatesOfRound.get(row.id);
    if (known) return known;
    const made = roundMemories(row, analyse).map((memory) => ({
      ...memory,
      conversationId: row.conversation_id,
      sequence: row.sequence,
      createdAtMs: row.created_at,
      vector: null,
      vectorModel: '',
    }));
    if (candidatesOfRound.size >= knownRounds)
      candidatesOfRound.delete(candidatesOfRound.keys().next().value!);
    candidatesOfRound.set(row.id, made);
    return made;
  };

  const findCandidates = async (input: RecallInput): Promise<RecallCandidate[]> => {
    const [memories, rounds] = await Promise.all([
      memoriesOf(db.query, input.scope, input, embedders !== undefined),
      undistilledRounds(db.query, input.scope, input),
    ]);
    const renewed = await renewTerms(db, memories, analyse);
    return [
      ...rounds.flatMap(fromRound),
      ...memories.map((row) => ({
        id: row.id,
        kind: row.kind,
        conversationId: row.conversation_id,
        sequence: row.round_sequence,
        position: row.position,
        createdAtMs: row.created_at,
        terms: decodeTerms(row.terms) ?? renewed.get(row.id) ?? new Uint32Array(0),
        topics: row.topics === '' ? [] : row.topics.split(' '),
        vector: row.vector,
        vectorModel: row.vector_model,
      })),
    ];
  };

  /** Once per model that the candidates were embedded with. If a model is slow or fails, recall uses words only. */
  const embedQuery = async (
    { query, signal, owner }: RecallInput,
    candidates: readonly RecallCandidate[],
  ): Promise<EmbeddedQuery[]> => {
    const models = new Set(candidates.map((candidate) => candidate.vectorModel));
    const needed = embedders?.all.filter(({ modelId }) => models.has(modelId)) ?? [];
    if (needed.length === 0) return [];
    signal.throwIfAborted();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(embedTimeoutMs)]);
    const gaveUp = new Promise<never>((_, reject) => {
      limited.addEventListener('abort', () => reject(limited.reason), { once: true });
    });
    const tries = await Promise.allSettled(
      needed.map(async (embedder): Promise<EmbeddedQuery> => {
        const [vector] = await Promise.race([embedder.embed([query], 'query', limited, owner), gaveUp]);
        if (vector === undefined) throw new Error('the embedder returned no vector');
        return { embedder, vector };
      }),
    );
    signal.throwIfAborted();
    return tries.flatMap((tried) => {
      if (tried.status === 'fulfilled') return [tried.value];
      log.warn({ error: tried.reason }, 'the recall query could not be embedded; using keywords only');
      return [];
    });
  };

  const withTexts = async (
    chosen: readonly { candidate: RecallCandidate; score: number }[],
  ): Promise<Recalled[]> => {
    const texts = await textsOf(
      db.query,
      chosen.flatMap(({ candidate }) => candidate.id ?? []),
    );
    return chosen.flatMap(({ candidate, score }) => {
      const text = candidate.text ?? texts.get(candidate.id ?? '');
      if (text === undefined) return [];
      if (isOfFile(candidate)) {
        const [file] = splitFiles(text);
        return [
          {
            text: file!.text,
            score,
            kind: candidate.kind,
            file: file!.name,
            conversationId: candidate.conversationId,
          },
        ];
      }
      return [{ text, score, kind: candidate.kind, conversationId: candidate.conversationId }];
    });
  };

  return async (input: RecallInput): Promise<Recalled[]> => {
    const query = input.query.slice(0, longestQuery).trim();
    if (query === '' || input.limit <= 0) return [];
    const found = (await findCandidates(input)).filter((candidate) => !isShown(candidate, input));
    if (found.length === 0) return [];
    const candidates = newestFirst(found);
    const queries = await embedQuery({ ...input, query }, candidates);
    const scores = rankMemories(indexTerms(query, topicsAskedFor(query), analyse), queries, candidates);
    const outdated = isOutdated(candidates);
    const chosen = candidates
      .map((candidate, index) => ({ candidate, score: scores[index]! }))
      .filter(({ score }, index) => score >= lowestScore && !outdated(index))
      // The sort is stable: of equal scores the newest stays first.
      .sort((a, b) => b.score - a.score)
      .slice(0, input.limit);
    return withTexts(chosen);
  };
};
