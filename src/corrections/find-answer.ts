import type { Agent } from '../agents/index.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { Log } from '../lib/log.ts';
import { scopeOfCorrections } from './correction-scope.ts';
import type { createMatchQuestion, SimilarCorrection } from './match-question.ts';
import { standsAlone } from './stands-alone.ts';

interface FindDependencies {
  log: Log;
  similar: ReturnType<typeof createMatchQuestion>;
  countHit(id: string): void;
}

export interface AskedQuestion {
  agent: Agent;
  question: string;
  /** Whether the question may refer to earlier messages. */
  hasEarlier: boolean;
  /** The knowledge scope of the call, if it has one. */
  callScope: { groupIds?: readonly string[]; dataIds?: readonly string[] } | undefined;
  /** Test chats are not counted. */
  isTest: boolean;
  signal: AbortSignal;
  owner: FairOwner;
}

/**
 * The correction that answers the question of a round, by the settings of the agent. A failure is logged, and the agent
 * answers without corrections.
 */
export const createFindAnswer =
  ({ log, similar, countHit }: FindDependencies) =>
  async (asked: AskedQuestion): Promise<SimilarCorrection | undefined> => {
    const { agent, question, hasEarlier, callScope, signal, owner } = asked;
    const { corrections, knowledge } = agent.settings;
    if (corrections.mode === 'off' || question.trim() === '') return undefined;
    try {
      const scope = scopeOfCorrections(callScope, knowledge);
      const [best] = await similar({ agent, question, scope, limit: 1, signal, owner });
      if (!best || best.score < corrections.threshold) return undefined;
      if (hasEarlier && !standsAlone(question)) return undefined;
      if (!asked.isTest) countHit(best.correction.id);
      return best;
    } catch (err) {
      signal.throwIfAborted();
      log.warn({ err, agentId: agent.id }, 'corrections could not be searched');
      return undefined;
    }
  };
