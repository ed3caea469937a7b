import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { findPassages, findRoundOrAnswer } from '../rounds/index.ts';

/** Which passages an answer rests on, as they were when it was given. */
export const createCitations = ({ db }: { db: Database }) => ({
  /** `id` is a round's or its answer's. */
  of: async (agent: Agent, id: string) => {
    const round = await findRoundOrAnswer(db.query, agent.id, id);
    if (!round) throw new AppError('notFound', 'message_id names no message of this agent');
    return { round, passages: await findPassages(db.query, [round.id]) };
  },
});

export type Citations = ReturnType<typeof createCitations>;
