import type { Selectable, Updateable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

/** By the answer's id or the round's own. */
export const findRatedRound = async (
  db: Handle,
  agentId: string,
  id: string,
): Promise<Pick<Selectable<Schema['rounds']>, 'id' | 'status'> | undefined> => {
  // Two lookups instead of OR: each is one step in an index.
  for (const column of ['answer_id', 'id'] as const) {
    const row = await db
      .selectFrom('rounds')
      .select(['id', 'status'])
      .where(column, '=', id)
      .where('agent_id', '=', agentId)
      .executeTakeFirst();
    if (row) return row;
  }
  return undefined;
};

export const setRating = async (
  db: Handle,
  roundId: string,
  rating: Pick<Updateable<Schema['rounds']>, 'quality' | 'feedback'>,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set(rating)
    .where('id', '=', roundId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export const isHumanReply = async (db: Handle, agentId: string, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('human_messages')
    .select('id')
    .where((eb) => eb.or([eb('answer_id', '=', id), eb('id', '=', id)]))
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
};
