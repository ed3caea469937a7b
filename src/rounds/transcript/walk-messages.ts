import { setImmediate as nextTick } from 'node:timers/promises';
import type { Handle } from '../../db/index.ts';
import { answerPlace, byPlace, humanPlace, type Place, questionPlace } from './places.ts';

export interface ExportedMessage {
  id: string;
  role: 'user' | 'assistant' | 'human' | 'service';
  text: string;
  createdAtMs: number;
}

type Placed = ExportedMessage & { place: Place };

const pageRounds = 200;

const readRounds = (db: Handle, conversationId: string, afterSequence: number) =>
  db
    .selectFrom('rounds')
    .select(['id', 'answer_id', 'sequence', 'status', 'created_at', 'ended_at'])
    .select(['question_text', 'answer_text'])
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>', afterSequence)
    .orderBy('sequence')
    .limit(pageRounds)
    .execute();

const toMessages = (round: Awaited<ReturnType<typeof readRounds>>[number]): Placed[] => {
  const { id, sequence, question_text, answer_text, created_at, ended_at } = round;
  const question: Placed = {
    id,
    role: 'user',
    text: question_text,
    createdAtMs: created_at,
    place: questionPlace({ id, sequence }),
  };
  if (round.status === 'failed' || answer_text === '') return [question];
  const answer: Placed = {
    id: round.answer_id,
    role: 'assistant',
    text: answer_text,
    createdAtMs: ended_at ?? created_at,
    place: answerPlace({ id, sequence }),
  };
  return [question, answer];
};

const readHumanMessages = async (
  db: Handle,
  conversationId: string,
  { afterSequence, throughSequence }: { afterSequence: number; throughSequence: number },
): Promise<Placed[]> => {
  const rows = await db
    .selectFrom('human_messages')
    .select(['id', 'sender', 'text', 'after_sequence', 'position', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('after_sequence', '>', afterSequence)
    .where('after_sequence', '<=', throughSequence)
    .execute();
  return rows.map(({ id, sender, text, after_sequence, position, created_at }) => ({
    id,
    role: sender,
    text,
    createdAtMs: created_at,
    place: humanPlace({ id, afterSequence: after_sequence, position }),
  }));
};

/** The messages of a conversation, oldest first. */
export async function* walkMessages(db: Handle, conversationId: string): AsyncGenerator<ExportedMessage> {
  // Messages of people before the first round are after round 0.
  for (let afterSequence = -1; ; ) {
    const rounds = await readRounds(db, conversationId, afterSequence);
    const last = rounds.at(-1);
    if (!last) return;
    const range = { afterSequence, throughSequence: last.sequence };
    const human = await readHumanMessages(db, conversationId, range);
    yield* [...rounds.flatMap(toMessages), ...human].sort((left, right) => byPlace(left.place, right.place));
    if (rounds.length < pageRounds) return;
    afterSequence = last.sequence;
    await nextTick();
  }
}
