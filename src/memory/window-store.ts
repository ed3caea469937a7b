import { sql } from 'kysely';
import { prepared } from '../db/index.ts';
import { withHeardText } from './with-heard-text.ts';
import { withHumanText } from './with-human-text.ts';

export interface WindowRow {
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
 * The newest answered rounds before one, newest first. Every round asks for them, so it is as plain a
 * statement as can be: literals instead of parameters, no list to be made into a table, nothing joined.
 * Texts come cut, for a question may hold megabytes that no window takes.
 *
 * What a person said after a round comes with it, marked as such. A message that went to a person is
 * remembered even if nobody answered it.
 */
export const newestRounds = prepared<WindowValues, WindowRow>((db, value) =>
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
    .where(sql<boolean>`(status = 'done' or status = 'stopped')`)
    .where(sql<boolean>`(answer_text <> '' or human_text <> '' or human_session_id is not null)`)
    .orderBy('sequence', 'desc')
    .limit(value('limit')),
);

/** What fell out of the window, in short, and up to which round it reaches. */
export const findWindowSummary = prepared<
  { conversationId: string },
  { summary: string; summary_sequence: number }
>((db, value) =>
  db
    .selectFrom('conversations')
    .select(['summary', 'summary_sequence'])
    .where('id', '=', value('conversationId')),
);
