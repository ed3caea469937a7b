import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

/**
 * Where something stands in a conversation: in which round, as its question (0), its answer (1) or what came after
 * (2). Of that, a person's words have twice their position, and the end of their session the odd number behind the
 * last of them; ends without a word between them are told apart by their ids, which follow time.
 */
export interface Place {
  sequence: number;
  part: 0 | 1 | 2;
  position: number;
  /** Of the round, the words or the session. */
  id: string;
}

/** Sessions that are over. While one lasts, every message of the page is its own. */
const ends = (conversationId: string) => sql<Place>`select s.id,
    coalesce((select max(r.sequence) from rounds r
      where r.conversation_id = s.conversation_id and r.human_session_id = s.id), s.start_sequence) as sequence,
    2 as part,
    coalesce((select max(m.position) from human_messages m
      where m.conversation_id = s.conversation_id and m.created_at <= s.closed_at), 0) * 2 + 1 as position
  from human_sessions s where s.conversation_id = ${conversationId} and s.status = 'closed'`;

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

export const findEnds = async (db: Handle, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  return db
    .selectFrom('human_sessions')
    .select(['id', 'close_reason', 'closed_at'])
    .where('id', 'in', ids)
    .execute();
};

export type HistoryEnd = Awaited<ReturnType<typeof findEnds>>[number];

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
  if (round) return { ...round, part: round.id === id ? 0 : 1, position: 0 };
  const said = await db
    .selectFrom('human_messages')
    .select(['after_sequence', 'position'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (said) return { id, sequence: said.after_sequence, part: 2, position: said.position * 2 };
  const { rows } = await sql<Place>`select * from (${ends(conversationId)}) as ends
    where id = ${id}`.execute(db);
  return rows[0];
};

/** The newest first. A question a person was given has no answer beside it. */
export const placesBefore = async (
  db: Handle,
  conversationId: string,
  before: Place | undefined,
  limit: number,
): Promise<Place[]> => {
  const { sequence, part, position, id } = before ?? { sequence: 2 ** 31 - 1, part: 2, position: 0, id: '' };
  const { rows } = await sql<Place>`select * from (
      select id, sequence, 0 as part, 0 as position from rounds where conversation_id = ${conversationId}
      union all select id, sequence, 1, 0 from rounds
        where conversation_id = ${conversationId} and (human_session_id is null or answer_text <> '')
      union all select id, after_sequence, 2, position * 2 from human_messages
        where conversation_id = ${conversationId}
      union all ${ends(conversationId)}) as said
    where (sequence, part, position, id) < (${sequence}, ${part}, ${position}, ${id})
    order by sequence desc, part desc, position desc, id desc limit ${limit}`.execute(db);
  return rows;
};
