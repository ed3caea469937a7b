import { sql } from 'kysely';
import { prepared } from '../db/index.ts';
import { withHeardText } from './with-heard-text.ts';
import { withHumanText } from './with-human-text.ts';

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
  /** Rounds up to this one are known already; 0 when none is. */
  afterSequence: number;
  maxCharacters: number;
  limit: number;
}

/**
 * The newest answered rounds before one, newest first, and the summary of what fell out: one statement,
 * since every round asks for it. Texts come cut, for a question may hold megabytes that no window takes.
 *
 * What a person said after a round comes with it, marked as such. A message that went to a person is
 * remembered even if nobody answered it.
 */
export const newestRounds = prepared<WindowValues, WindowRow>((db, value) =>
  db
    .selectFrom(
      db
        .selectFrom('rounds')
        .select([
          'id',
          'sequence',
          sql<string>`substr(${withHeardText}, 1, ${value('maxCharacters')})`.as('question'),
          sql<string>`substr(${withHumanText}, 1, ${value('maxCharacters')})`.as('answer'),
        ])
        .where('conversation_id', '=', value('conversationId'))
        .where('sequence', '<', value('beforeSequence'))
        .where('sequence', '>', value('afterSequence'))
        .where('status', 'in', ['done', 'stopped'])
        .where((eb) =>
          eb.or([
            eb('answer_text', '<>', ''),
            eb('human_text', '<>', ''),
            eb('human_session_id', 'is not', null),
          ]),
        )
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
