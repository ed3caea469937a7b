import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { decodeFiles, decodeQuestion, type FilePart, type StoredPart } from '../message-parts.ts';
import { decodeOutputs, type ReplyOutput } from '../reply-output.ts';
import { oldestFirst, type Place, placesQuery } from './places.ts';

/** One message of a conversation. */
export type TranscriptMessage =
  | { kind: 'question'; id: string; createdAtMs: number; parts: StoredPart[]; text: string }
  | { kind: 'answer'; id: string; roundId: string; createdAtMs: number; outputs: ReplyOutput[]; text: string }
  | {
      kind: 'human';
      id: string;
      answerId: string;
      sender: 'human' | 'service';
      createdAtMs: number;
      text: string;
      files: FilePart[];
      /** Who wrote it in the inbox. */
      operatorId: string | null;
    };

/** A round that failed, or was taken over by a person before the agent replied, has only a question. */
const hasAnswer = sql`status in ('done', 'stopped') and answer_text <> ''`;

const findRounds = async (db: Handle, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('rounds')
        .select(['id', 'answer_id', 'question', 'question_text', 'outputs', 'answer_text'])
        .select(['created_at', 'ended_at'])
        .where('id', 'in', ids)
        .execute();

type FoundRound = Awaited<ReturnType<typeof findRounds>>[number];

const findHumanMessages = async (db: Handle, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('human_messages')
        .select(['id', 'answer_id', 'sender', 'text', 'files', 'created_at', 'operator_id'])
        .where('id', 'in', ids)
        .execute();

type FoundHumanMessage = Awaited<ReturnType<typeof findHumanMessages>>[number];

const toQuestion = (round: FoundRound): TranscriptMessage => ({
  kind: 'question',
  id: round.id,
  createdAtMs: round.created_at,
  parts: decodeQuestion(round.question),
  text: round.question_text,
});

const toAnswer = (round: FoundRound): TranscriptMessage => ({
  kind: 'answer',
  id: round.answer_id,
  roundId: round.id,
  createdAtMs: round.ended_at ?? round.created_at,
  outputs: decodeOutputs(round.outputs),
  text: round.answer_text,
});

const toHumanMessage = (message: FoundHumanMessage): TranscriptMessage => ({
  kind: 'human',
  id: message.id,
  answerId: message.answer_id,
  sender: message.sender,
  createdAtMs: message.created_at,
  text: message.text,
  files: decodeFiles(message.files),
  operatorId: message.operator_id,
});

const readMessages = async (db: Handle, places: readonly Place[]): Promise<TranscriptMessage[]> => {
  const ofPeople = places.filter(({ part }) => part === 2);
  const ofRounds = places.filter(({ part }) => part !== 2);
  const rounds = await findRounds(db, [...new Set(ofRounds.map(({ id }) => id))]);
  const messages = await findHumanMessages(
    db,
    ofPeople.map(({ id }) => id),
  );
  const roundById = new Map(rounds.map((round) => [round.id, round]));
  const messageById = new Map(messages.map((message) => [message.id, message]));
  return places.flatMap(({ part, id }): TranscriptMessage[] => {
    const round = roundById.get(id);
    const message = messageById.get(id);
    if (part === 2) return message ? [toHumanMessage(message)] : [];
    if (!round) return [];
    return [part === 0 ? toQuestion(round) : toAnswer(round)];
  });
};

/** Oldest first. */
export const listMessages = async (
  db: Handle,
  conversationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ messages: TranscriptMessage[]; total: number }> => {
  const all = placesQuery(conversationId, { hasAnswer });
  const counted = await sql<{ total: number }>`select count(*) as total from (${all}) as said`.execute(db);
  const total = Number(counted.rows[0]?.total ?? 0);
  if (offset >= total) return { messages: [], total };
  const found = await sql<Place>`select * from (${all}) as said
    ${oldestFirst} limit ${limit} offset ${offset}`.execute(db);
  return { messages: await readMessages(db, found.rows), total };
};
