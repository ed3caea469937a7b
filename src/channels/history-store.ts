import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

/** Where something stands in a conversation: in which round, as its question, answer or what came after. */
export interface Place {
  sequence: number;
  part: 0 | 1 | 2;
  position: number;
}

export interface PlacedItem extends Place {
  id: string;
}

const columns = [
  'id',
  'answer_id',
  'question',
  'question_text',
  'answer_text',
  'outputs',
  'status',
  'error_code',
  'error_message',
  'feedback',
  'created_at',
  'ended_at',
] as const;

export const findRounds = async (db: Handle, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  return db.selectFrom('rounds').select(columns).where('id', 'in', ids).execute();
};

export type HistoryRound = Awaited<ReturnType<typeof findRounds>>[number];

export const findSaid = async (db: Handle, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  return db
    .selectFrom('human_messages')
    .select(['id', 'answer_id', 'sender', 'text', 'created_at'])
    .where('id', 'in', ids)
    .execute();
};

export type HistorySaid = Awaited<ReturnType<typeof findSaid>>[number];

export const findCitations = async (db: Handle, roundIds: readonly string[]) => {
  if (roundIds.length === 0) return [];
  return db
    .selectFrom('citations')
    .select(['round_id', 'data_name', 'source_url', 'content'])
    .where('round_id', 'in', roundIds)
    .orderBy('round_id')
    .orderBy('position')
    .execute();
};

export type HistoryCitation = Awaited<ReturnType<typeof findCitations>>[number];

/** The place of a message by the id it was shown with; undefined when it is not of this conversation. */
export const findPlace = async (
  db: Handle,
  conversationId: string,
  id: string,
): Promise<Place | undefined> => {
  const round = await db
    .selectFrom('rounds')
    .select(['id', 'sequence'])
    .where('conversation_id', '=', conversationId)
    .where((eb) => eb.or([eb('id', '=', id), eb('answer_id', '=', id)]))
    .executeTakeFirst();
  if (round) return { sequence: round.sequence, part: round.id === id ? 0 : 1, position: 0 };
  const said = await db
    .selectFrom('human_messages')
    .select(['after_sequence', 'position'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return said && { sequence: said.after_sequence, part: 2, position: said.position };
};

/** The newest first. A question a person was given has no answer beside it. */
export const placesBefore = async (
  db: Handle,
  conversationId: string,
  before: Place | undefined,
  limit: number,
): Promise<PlacedItem[]> => {
  const { sequence, part, position } = before ?? { sequence: 2 ** 31 - 1, part: 2, position: 0 };
  const { rows } = await sql<PlacedItem>`select * from (
      select id, sequence, 0 as part, 0 as position from rounds where conversation_id = ${conversationId}
      union all select id, sequence, 1, 0 from rounds
        where conversation_id = ${conversationId} and (human_session_id is null or answer_text <> '')
      union all select id, after_sequence, 2, position from human_messages
        where conversation_id = ${conversationId}) as said
    where (sequence, part, position) < (${sequence}, ${part}, ${position})
    order by sequence desc, part desc, position desc limit ${limit}`.execute(db);
  return rows;
};
