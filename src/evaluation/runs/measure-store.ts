import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';

interface Measured {
  cases: number;
  messages: number;
  characters: number;
  judgements: number;
}

/** How much a set sends, measured by the database: its texts can have 200 million characters. */
export const measureCases = async (db: Handle, setId: string): Promise<Measured> => {
  const isSqlite = dialectOf(db) === 'sqlite';
  const messages = isSqlite ? sql`json_array_length(turns)` : sql`json_array_length(turns::json)`;
  // Every judgement has its type once, and JSON escapes quotes in texts.
  const judgements = sql`(length(expectations) - length(replace(expectations, '"type":"judge"', ''))) / 14`;
  const { rows } = await sql<Measured>`
    select count(*) as cases, coalesce(sum(${messages}), 0) as messages,
      coalesce(sum(length(turns)), 0) as characters, coalesce(sum(${judgements}), 0) as judgements
    from test_cases where set_id = ${setId}`.execute(db);
  const [row] = rows;
  return {
    cases: Number(row!.cases),
    messages: Number(row!.messages),
    characters: Number(row!.characters),
    judgements: Number(row!.judgements),
  };
};
