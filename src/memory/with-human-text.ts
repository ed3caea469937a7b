import { sql } from 'kysely';
import { agentNoteMark } from '../lib/agent-note.ts';

/** The answer of a round: the agent, then a person, marked so that the agent does not take it for its own. */
export const withHumanText = sql<string>`case when human_text = '' then answer_text
  when answer_text = '' then 'Human service: ' || human_text
  else answer_text || ${sql.lit('\n\nHuman service: ')} || human_text end`;

const note = sql<string>`${sql.lit(`${agentNoteMark} `)} || agent_note`;

/** The same with the notes of operators for the agent. */
export const withNotes = sql<string>`case when agent_note = '' then ${withHumanText}
  when answer_text = '' and human_text = '' then ${note}
  else ${withHumanText} || ${sql.lit('\n\n')} || ${note} end`;
