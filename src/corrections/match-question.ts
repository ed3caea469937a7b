import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Knowledge } from '../knowledge/index.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { Log } from '../lib/log.ts';
import type { Thread } from '../lib/thread/thread.ts';
import { type Correction, correctionLimits, toCorrection } from './correction.ts';
import type { ScoredCorrection } from './correction-index.ts';
import { allowsNone, type CorrectionScope } from './correction-scope.ts';
import { findCorrections } from './correction-store.ts';
import type { CorrectionHandlers } from './correction-thread.ts';
import type { FollowCorrections } from './follow-corrections.ts';

export interface SimilarCorrection extends Omit<ScoredCorrection, 'id'> {
  correction: Correction;
}

interface MatchDependencies {
  db: Database;
  log: Log;
  thread: Thread<CorrectionHandlers>;
  follow: Pick<FollowCorrections, 'ready'>;
  embedQuery: Knowledge['embedQuery'];
}

export interface MatchInput {
  agent: Pick<Agent, 'id' | 'workspaceId'>;
  question: string;
  scope: CorrectionScope;
  limit: number;
  withDisabled?: boolean;
  signal: AbortSignal;
  owner?: FairOwner;
}

/** Rounds to four digits, so that the score that is displayed and the threshold compare as they look. */
const rounded = (score: number): number => Math.round(score * 10_000) / 10_000;

/** The most similar corrections, best first. */
export const createMatchQuestion = ({ db, log, thread, follow, embedQuery }: MatchDependencies) => {
  /** By words only if the embedding server does not answer: an agent without embeddings still answers. */
  const vectorsOf = async ({ question, signal, owner, agent }: MatchInput, models: readonly string[]) => {
    try {
      const from = owner ?? { workspaceId: agent.workspaceId, userId: '' };
      const { queries } = await embedQuery(question, models, signal, from);
      return queries.map(({ model, vector, confidence }) => ({ model, vector, confidence }));
    } catch (err) {
      signal.throwIfAborted();
      log.warn({ err }, 'a question could not be embedded; corrections are compared by words');
      return [];
    }
  };

  return async (input: MatchInput): Promise<SimilarCorrection[]> => {
    const { agent, question, scope, limit, withDisabled = false } = input;
    if (question.length > correctionLimits.questionCharacters || allowsNone(scope)) return [];
    const models = await follow.ready(agent.id);
    if (!models) return [];
    const vectors = await vectorsOf(input, models);
    const query = { question, vectors, scope, limit, withDisabled };
    const scored = await thread.call('search', { agentId: agent.id, query });
    const rows = await findCorrections(
      db.query,
      agent.id,
      scored.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, toCorrection(row)]));
    // One that was deleted or switched off a moment ago is left out.
    return scored.flatMap(({ id, score, comparedBy }) => {
      const correction = byId.get(id);
      return correction && (correction.isEnabled || withDisabled)
        ? { correction, score: rounded(score), comparedBy }
        : [];
    });
  };
};
