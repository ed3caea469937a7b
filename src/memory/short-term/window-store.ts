import { sql } from 'kysely';
import { prepared } from '../../db/index.ts';
import { withHeardText } from '../with-heard-text.ts';
import { withHumanText } from '../with-human-text.ts';

export interface WindowRow {
  id: string;
  sequence: number;
  question: string;
  answer: string;
  /** The text of files sent with the question, see `splitFiles`. */
  files: string;
}

interface WindowValues {
  conversationId: string;
  beforeSequence: number;
  /** Rounds up to this one are known already; 0 when none is. */
  afterSequence: number;
  maxCharacters: number;
  limit: number;
}

interface StoredRow extends WindowRow {
  status: string;
  human_session_id: string | null;
}

/**
 * The newest rounds before one, newest first, whether or not they belong in a window. Literals instead of
 * parameters, no list to be made into a table, nothing joined. Texts come cut, for a question may hold
 * megabytes that no window takes. What a person said after a round comes with it, marked as such.
 */
export const newestRounds = prepared<WindowValues, StoredRow>((db, value) =>
  db
    .selectFrom('rounds')
    .select([
      'id',
      'sequence',
      'status',
      'human_session_id',
      sql<string>`substr(${withHeardText}, 1, ${value('maxCharacters')})`.as('question'),
      sql<string>`substr(${withHumanText}, 1, ${value('maxCharacters')})`.as('answer'),
      sql<string>`substr(read_text, 1, ${value('maxCharacters')})`.as('files'),
    ])
    .where('conversation_id', '=', value('conversationId'))
    .where('sequence', '<', value('beforeSequence'))
    .where('sequence', '>', value('afterSequence'))
    .orderBy('sequence', 'desc')
    .limit(value('limit')),
);

/** Ended with an answer, or gone to a person: that is remembered even if nobody answered it. */
export const isRemembered = ({
  status,
  answer,
  human_session_id,
}: Pick<StoredRow, 'status' | 'answer' | 'human_session_id'>): boolean =>
  (status === 'done' || status === 'stopped') && (answer !== '' || human_session_id !== null);

/** What fell out of the window, in short, and up to which round it reaches; and whether people have added to rounds. */
export const findWindowState = prepared<
  { conversationId: string },
  { summary: string; summary_sequence: number; human_version: number }
>((db, value) =>
  db
    .selectFrom('conversations')
    .select(['summary', 'summary_sequence', 'human_version'])
    .where('id', '=', value('conversationId')),
);
