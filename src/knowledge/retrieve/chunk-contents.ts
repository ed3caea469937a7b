import { sql } from 'kysely';
import type { Database } from '../../db/index.ts';

export interface ChunkContent {
  number: number;
  chunkId: string;
  content: string;
  dataId: string;
  documentName: string;
  sourceUrl: string;
  tokens: number;
}

/** What of these is served at this moment, by number. The last word on what may be seen, and of whom. */
export const readContents = async (
  db: Database,
  agentId: string,
  numbers: readonly number[],
): Promise<Map<number, ChunkContent>> => {
  const among =
    db.kind === 'sqlite'
      ? sql`(select value as number from json_each(${JSON.stringify(numbers)}))`
      : sql`(select unnest(${[...numbers]}::bigint[]) as number)`;
  // A cross join keeps SQLite to this order: it would rather begin with all documents of the agent, some 7 ms at
  // a thousand of them.
  const { rows } = await sql<ChunkContent>`
    select c.number as "number", c.id as "chunkId", c.content as "content", d.id as "dataId",
      d.name as "documentName", d.source_url as "sourceUrl", c.token_count as "tokens"
    from ${among} as wanted cross join chunks c cross join documents d
    where c.number = wanted.number and d.id = c.document_id and d.served_upload_id = c.upload_id
      and d.agent_id = ${agentId}`.execute(db.query);
  return new Map(rows.map((row) => [row.number, row]));
};
