import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';

/** Which passages an answer rests on, as they were when it was given. */
export const createCitations = ({ db }: { db: Database }) => ({
  /** `id` is a round's or its answer's. */
  of: async (agent: Agent, id: string) => {
    const round = await db.query
      .selectFrom('rounds')
      .select(['id', 'answer_id', 'conversation_id'])
      .where('agent_id', '=', agent.id)
      .where((where) => where.or([where('id', '=', id), where('answer_id', '=', id)]))
      .executeTakeFirst();
    if (!round) throw new AppError('notFound', 'message_id names no message of this agent');
    const passages = await db.query
      .selectFrom('citations')
      .select(['content', 'data_id', 'data_name', 'source_url', 'score'])
      .where('round_id', '=', round.id)
      .orderBy('position')
      .execute();
    return { round, passages };
  },
});

export type Citations = ReturnType<typeof createCitations>;
