import { sql } from 'kysely';

/** What was asked in a round: as it was written, and as it was said in recordings. */
export const withHeardText = sql<string>`case when heard_text = '' then question_text
  else question_text || ${sql.lit('\n')} || heard_text end`;
