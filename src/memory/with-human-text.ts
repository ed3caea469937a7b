import { sql } from 'kysely';

/** What was answered in a round: by the agent, and by a person after it. The agent must not take it for its own. */
export const withHumanText = sql<string>`case when human_text = '' then answer_text
  when answer_text = '' then 'Human service: ' || human_text
  else answer_text || ${sql.lit('\n\nHuman service: ')} || human_text end`;
