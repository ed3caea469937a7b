import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { findPassages, findRoundOrAnswer } from '../rounds/index.ts';

/** The chunks that an answer used, as they were at that time. */
export const createCitations = ({ db }: { db: Database }) => ({
  /** `id` is the id of a round or of its answer. */
  of: async (agent: Agent, id: string) => {
    const round = await findRoundOrAnswer(db.query, agent.id, id);
    if (!round) throw new AppError('notFound', 'message_id: this agent has no such message');
    return { round, passages: await findPassages(db.query, [round.id]) };
  },
});

export type Citations = ReturnType<typeof createCitations>;
