import { sql } from 'kysely';

/** The question of a round: its text, and the transcript of recordings. */
export const questionWithTranscript = sql<string>`case when heard_text = '' then question_text
  else question_text || ${sql.lit('\n')} || heard_text end`;
