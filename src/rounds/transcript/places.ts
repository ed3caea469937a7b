import { type RawBuilder, sql } from 'kysely';

/**
 * A place in a transcript. The order of a conversation is the order of (sequence, part, position, id), here and in SQL.
 *
 * `sequence` is the round. `part` is its question (0), its answer (1) or what came after it (2). There, a message of a
 * person has twice its position, and the end of a session the odd number after its last message. Sessions that
 * end without a message in between are ordered by their ids, which follow time.
 */
export interface Place {
  sequence: number;
  part: 0 | 1 | 2;
  position: number;
  /** Of the round, the message of a person or the session. */
  id: string;
}

export const questionPlace = (round: { id: string; sequence: number }): Place => ({
  ...round,
  part: 0,
  position: 0,
});

export const answerPlace = (round: { id: string; sequence: number }): Place => ({
  ...round,
  part: 1,
  position: 0,
});

export const humanPlace = (message: { id: string; afterSequence: number; position: number }): Place => ({
  id: message.id,
  sequence: message.afterSequence,
  part: 2,
  position: message.position * 2,
});

export const byPlace = (left: Place, right: Place): number =>
  left.sequence - right.sequence ||
  left.part - right.part ||
  left.position - right.position ||
  (left.id < right.id ? -1 : 1);

interface PlacesFilter {
  /** Condition on the rounds. Absent: all. */
  isListed?: RawBuilder<unknown>;
  hasAnswer: RawBuilder<unknown>;
}

/** Questions, answers of the rounds that `hasAnswer` selects, and messages of people. */
export const placesQuery = (
  conversationId: string,
  { isListed = sql`true`, hasAnswer }: PlacesFilter,
): RawBuilder<Place> =>
  sql<Place>`
    select id, sequence, 0 as part, 0 as position from rounds
      where conversation_id = ${conversationId} and ${isListed}
    union all select id, sequence, 1, 0 from rounds
      where conversation_id = ${conversationId} and ${isListed} and ${hasAnswer}
    union all select id, after_sequence, 2, position * 2 from human_messages
      where conversation_id = ${conversationId}`;

/**
 * Ends of human sessions. While a session is open, every message of the page belongs to it. A session in which the user was asked
 * to leave a message has no end here, because the user did not talk with a person, unless they went back to the agent instead.
 */
export const humanSessionEndsQuery = (conversationId: string): RawBuilder<Place> => sql<Place>`select s.id,
    coalesce((select max(r.sequence) from rounds r
      where r.conversation_id = s.conversation_id and r.human_session_id = s.id), s.start_sequence) as sequence,
    2 as part,
    coalesce((select max(m.position) from human_messages m
      where m.conversation_id = s.conversation_id and m.created_at <= s.closed_at), 0) * 2 + 1 as position
  from human_sessions s where s.conversation_id = ${conversationId} and s.status = 'closed'
    and (s.leave_reason is null or s.left_at is null and s.close_reason = 'USER_CLOSED')`;

export const oldestFirst = sql`order by sequence, part, position, id`;
export const newestFirst = sql`order by sequence desc, part desc, position desc, id desc`;

export const isBefore = ({ sequence, part, position, id }: Place): RawBuilder<boolean> =>
  sql`(sequence, part, position, id) < (${sequence}, ${part}, ${position}, ${id})`;
