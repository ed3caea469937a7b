import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

const pageSize = 200;

type Rounds = Selectable<Schema['rounds']>;
type Spoken = Pick<
  Rounds,
  'id' | 'answer_id' | 'sequence' | 'status' | 'question_text' | 'answer_text' | 'created_at' | 'ended_at'
>;

export interface ExportedMessage {
  id: string;
  role: 'user' | 'assistant' | 'human' | 'service';
  text: string;
  createdAtMs: number;
}

const saidIn = (round: Spoken): ExportedMessage[] => {
  const { id, answer_id, question_text, answer_text, created_at, ended_at } = round;
  const asked = { id, role: 'user' as const, text: question_text, createdAtMs: created_at };
  if (round.status === 'failed' || answer_text === '') return [asked];
  const answered = { id: answer_id, role: 'assistant' as const, text: answer_text };
  return [asked, { ...answered, createdAtMs: ended_at ?? created_at }];
};

/** What was said in a conversation, oldest first. */
export async function* walkMessages(db: Handle, conversationId: string): AsyncGenerator<ExportedMessage> {
  // People may have spoken before the first round: those messages stand after round 0.
  for (let afterSequence = -1; ; ) {
    const rounds = await db
      .selectFrom('rounds')
      .select([
        'id',
        'answer_id',
        'sequence',
        'status',
        'created_at',
        'ended_at',
        'question_text',
        'answer_text',
      ])
      .where('conversation_id', '=', conversationId)
      .where('sequence', '>', afterSequence)
      .orderBy('sequence')
      .limit(pageSize)
      .execute();
    const last = rounds.at(-1);
    if (!last) return;
    const human = await db
      .selectFrom('human_messages')
      .select(['id', 'sender', 'text', 'after_sequence', 'created_at'])
      .where('conversation_id', '=', conversationId)
      .where('after_sequence', '>', afterSequence)
      .where('after_sequence', '<=', last.sequence)
      .orderBy('position')
      .execute();
    const humanAfter = Map.groupBy(human, (message) => message.after_sequence);
    const humanAt = (sequence: number): ExportedMessage[] =>
      (humanAfter.get(sequence) ?? []).map(({ id, sender, text, created_at }) => ({
        id,
        role: sender,
        text,
        createdAtMs: created_at,
      }));
    if (afterSequence === -1) yield* humanAt(0);
    for (const round of rounds) {
      yield* saidIn(round);
      yield* humanAt(round.sequence);
    }
    if (rounds.length < pageSize) return;
    afterSequence = last.sequence;
    await nextTurn();
  }
}
