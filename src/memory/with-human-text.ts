import { sql } from 'kysely';

/** The answer of a round: the agent, then a person, marked so that the agent does not take it for its own. */
export const withHumanText = sql<string>`case when human_text = '' then answer_text
  when answer_text = '' then 'Human service: ' || human_text
  else answer_text || ${sql.lit('\n\nHuman service: ')} || human_text end`;
