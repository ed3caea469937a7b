import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { decodeFiles, decodeQuestion } from '../message-parts.ts';
import { decodeOutputs } from '../reply-output.ts';
import {
  answerPlace,
  humanPlace,
  humanSessionEndsQuery,
  isBefore,
  newestFirst,
  type Place,
  placesQuery,
  questionPlace,
} from './places.ts';

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
  'feedback_reason',
  'feedback_comment',
  'created_at',
  'ended_at',
  'version_of',
] as const;

export const findHistoryRounds = async (db: Handle, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('rounds').select(columns).where('id', 'in', ids).execute();
  return rows.map((row) => ({
    ...row,
    question: decodeQuestion(row.question),
    outputs: decodeOutputs(row.outputs),
  }));
};

export type HistoryRound = Awaited<ReturnType<typeof findHistoryRounds>>[number];

export const findHistoryMessages = async (db: Handle, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('human_messages')
    .leftJoin('operator_profiles', 'operator_profiles.operator_id', 'human_messages.operator_id')
    .select(['id', 'answer_id', 'sender', 'text', 'files', 'created_at', 'person_name', 'picture_id'])
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, files: decodeFiles(row.files) }));
};

export type HistoryHumanMessage = Awaited<ReturnType<typeof findHistoryMessages>>[number];

export const findHumanSessionEnds = async (db: Handle, ids: readonly string[]) => {
  if (ids.length === 0) return [];
  return db
    .selectFrom('human_sessions')
    .select(['id', 'close_reason', 'closed_at', 'has_replied', 'survey_until', 'rating', 'rating_comment'])
    .where('id', 'in', ids)
    .execute();
};

export type HistoryHumanSessionEnd = Awaited<ReturnType<typeof findHumanSessionEnds>>[number];

/** The place of a message by its shown id. Undefined if it is not in this conversation. */
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
  if (round) return round.id === id ? questionPlace(round) : answerPlace(round);
  const said = await db
    .selectFrom('human_messages')
    .select(['after_sequence', 'position'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (said) return humanPlace({ id, afterSequence: said.after_sequence, position: said.position });
  const { rows } = await sql<Place>`select * from (${humanSessionEndsQuery(conversationId)}) as ends
    where id = ${id}`.execute(db);
  return rows[0];
};

/** Running and failed replies are included. A question for a person has no reply of the agent. */
const hasBubble = sql`(human_session_id is null or answer_text <> '')`;

/** Earlier versions are read by `listVersion`. */
const isCurrent = sql`replaced_by is null`;

const end: Place = { sequence: 2 ** 31 - 1, part: 2, position: 0, id: '' };

/** The newest first, without replaced rounds. */
export const placesBefore = async (
  db: Handle,
  conversationId: string,
  before: Place | undefined,
  limit: number,
): Promise<Place[]> => {
  const { rows } =
    await sql<Place>`select * from (${placesQuery(conversationId, { isListed: isCurrent, hasAnswer: hasBubble })}
      union all ${humanSessionEndsQuery(conversationId)}) as said
    where ${isBefore(before ?? end)} ${newestFirst} limit ${limit}`.execute(db);
  return rows;
};
