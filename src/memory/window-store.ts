import { sql } from 'kysely';
import { prepared } from '../db/index.ts';

export interface WindowRow {
  /** Empty for the row that carries the conversation's summary: its text is in `question`. */
  id: string;
  sequence: number;
  question: string;
  answer: string;
}

interface WindowValues {
  conversationId: string;
  beforeSequence: number;
  maxCharacters: number;
  limit: number;
}

/**
 * The newest answered rounds before one, newest first, and the summary of what fell out: one statement,
 * since every round asks for it. Texts come cut, for a question may hold megabytes that no window takes.
 *
 * What people of the human service say will come from here too, as rows of the same shape.
 */
export const newestRounds = prepared<WindowValues, WindowRow>((db, value) =>
  db
    .selectFrom(
      db
        .selectFrom('rounds')
        .select((eb) => [
          'id',
          'sequence',
          eb
            .fn<string>('substr', ['question_text', sql.lit(1), sql`${value('maxCharacters')}`])
            .as('question'),
          eb.fn<string>('substr', ['answer_text', sql.lit(1), sql`${value('maxCharacters')}`]).as('answer'),
        ])
        .where('conversation_id', '=', value('conversationId'))
        .where('sequence', '<', value('beforeSequence'))
        .where('status', 'in', ['done', 'stopped'])
        .where('answer_text', '<>', '')
        .orderBy('sequence', 'desc')
        .limit(value('limit'))
        .as('newest'),
    )
    .selectAll()
    .unionAll(
      db
        .selectFrom('conversations')
        .select([
          sql.lit('').as('id'),
          'summary_sequence as sequence',
          'summary as question',
          sql.lit('').as('answer'),
        ])
        .where('id', '=', value('conversationId'))
        .where('summary_sequence', '>', sql.lit(0)),
    ),
);
