import type { Handle } from '../../db/index.ts';
import { decodeFiles, type FilePart } from '../message-parts.ts';
import { byPlace, humanPlace, type Place, questionPlace } from './places.ts';

/** Position of a page: the last round and the last message of a person that it received. */
export interface LiveCursor {
  sequence: number;
  position: number;
}

export type LiveEvent =
  | {
      type: 'message';
      sequence: number;
      messageId: string;
      text: string;
      status: string;
      createdAtMs: number;
    }
  | {
      type: 'human-message';
      position: number;
      afterSequence: number;
      sender: 'human' | 'service';
      messageId: string;
      text: string;
      files: FilePart[];
      createdAtMs: number;
      /** Of the operator who wrote it in the inbox. */
      personName: string | null;
      pictureId: string | null;
    };

const placeOf = (event: LiveEvent): Place =>
  event.type === 'message'
    ? questionPlace({ id: event.messageId, sequence: event.sequence })
    : humanPlace({ ...event, id: event.messageId });

/**
 * Messages after the cursor, in the order of the conversation. Rounds get their sequence and messages their
 * position while the conversation is locked, so that in one conversation a higher number is never visible
 * before a lower one: a pair of numbers is enough to miss nothing.
 */
export const readAfter = async (
  db: Handle,
  conversationId: string,
  cursor: LiveCursor,
  limit: number,
): Promise<{ events: LiveEvent[]; hasMore: boolean }> => {
  const rounds = await db
    .selectFrom('rounds')
    .select(['id', 'sequence', 'question_text', 'status', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>', cursor.sequence)
    .where('replaced_by', 'is', null)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  const said = await db
    .selectFrom('human_messages')
    .leftJoin('operator_profiles', 'operator_profiles.operator_id', 'human_messages.operator_id')
    .select(['id', 'position', 'after_sequence', 'sender', 'text', 'files', 'created_at'])
    .select(['person_name', 'picture_id'])
    .where('conversation_id', '=', conversationId)
    .where('position', '>', cursor.position)
    .orderBy('position')
    .limit(limit)
    .execute();
  const events: LiveEvent[] = [
    ...rounds.map((row) => ({
      type: 'message' as const,
      sequence: row.sequence,
      messageId: row.id,
      text: row.question_text,
      status: row.status,
      createdAtMs: row.created_at,
    })),
    ...said.map((row) => ({
      type: 'human-message' as const,
      position: row.position,
      afterSequence: row.after_sequence,
      sender: row.sender,
      messageId: row.id,
      text: row.text,
      files: decodeFiles(row.files),
      createdAtMs: row.created_at,
      personName: row.person_name,
      pictureId: row.picture_id,
    })),
  ].sort((left, right) => byPlace(placeOf(left), placeOf(right)));
  // After a full page of one kind, messages of the other kind may come too early.
  const hasMore = rounds.length === limit || said.length === limit;
  return { events: events.slice(0, limit), hasMore };
};
