import { sql } from 'kysely';
import { type Handle, prepared } from '../../db/index.ts';
import { questionWithTranscript } from '../question-with-transcript.ts';
import { withNotes } from '../with-human-text.ts';

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
  /** Rounds up to this one are cached already. 0 if none is. */
  afterSequence: number;
  maxCharacters: number;
  limit: number;
}

interface StoredRow extends WindowRow {
  status: string;
  human_session_id: string | null;
}

/**
 * The newest rounds before a sequence, newest first, whether or not they belong in a window. One prepared
 * statement without joins. Texts are cut, because a question may have megabytes that no window
 * takes. Text that a person added to a round is included and marked. Replaced rounds are left out.
 */
export const newestRounds = prepared<WindowValues, StoredRow>((db, value) =>
  db
    .selectFrom('rounds')
    .select([
      'id',
      'sequence',
      'status',
      'human_session_id',
      sql<string>`substr(${questionWithTranscript}, 1, ${value('maxCharacters')})`.as('question'),
      sql<string>`substr(${withNotes}, 1, ${value('maxCharacters')})`.as('answer'),
      sql<string>`substr(read_text, 1, ${value('maxCharacters')})`.as('files'),
    ])
    .where('conversation_id', '=', value('conversationId'))
    .where('sequence', '<', value('beforeSequence'))
    .where('sequence', '>', value('afterSequence'))
    .where('replaced_by', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(value('limit')),
);

/** Ended with an answer, or handed off to a person, even if nobody answered. */
export const isRemembered = ({
  status,
  answer,
  human_session_id,
}: Pick<StoredRow, 'status' | 'answer' | 'human_session_id'>): boolean =>
  (status === 'done' || status === 'stopped') && (answer !== '' || human_session_id !== null);

/** The summary, the last round it covers, and the version of the ended rounds. */
export interface WindowState {
  summary: string;
  summary_sequence: number;
  human_version: number;
}

const findWindowState = prepared<{ conversationId: string }, WindowState>((db, value) =>
  db
    .selectFrom('conversations')
    .select(['summary', 'summary_sequence', 'human_version'])
    .where('id', '=', value('conversationId')),
);

export const readWindowState = async (db: Handle, conversationId: string): Promise<WindowState | undefined> =>
  (await findWindowState(db, { conversationId }))[0];
