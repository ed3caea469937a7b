import type { Handle } from '../../db/index.ts';
import type { Agent, SavedBy } from '../agent.ts';
import type { Agents } from '../agents.ts';

/**
 * Refuses a publication with an `AppError`. Gets the agent with the settings that would be used, and the transaction of
 * the publication. For example: a test set must have passed with this version.
 */
export type PublishCheck = (tx: Handle, agent: Agent) => Promise<void>;

/** The one place where settings of a draft or a flow become live. */
export const createPublishing = ({
  agents,
  checks,
}: {
  agents: Pick<Agents, 'publishDraft'>;
  checks: readonly PublishCheck[];
}) => {
  const requireAllowed: PublishCheck = async (tx, agent) => {
    for (const check of checks) await check(tx, agent);
  };
  return {
    requireAllowed,
    /** Live conversations use the draft from the commit on. Returns the agent that is now in use. */
    publishAgent: async (tx: Handle, draft: Agent, saved: SavedBy): Promise<Agent> => {
      await requireAllowed(tx, draft);
      return agents.publishDraft(tx, draft, saved);
    },
  };
};

export type Publishing = ReturnType<typeof createPublishing>;
