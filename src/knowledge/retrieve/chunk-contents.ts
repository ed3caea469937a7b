import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';
import { titlesNotInText } from '../chunk/index.ts';

export interface ChunkContent {
  number: number;
  chunkId: string;
  content: string;
  dataId: string;
  documentName: string;
  sourceUrl: string;
  tokens: number;
  /** In its document, from 0. */
  position: number;
  /** Headings above it, outermost first, without those it begins with. */
  headings: string[];
  /** Of a pair, whose answer is the content. One per line, '' if it is no pair. */
  questions: string;
  /** An answer of a pair, or a text that a person wrote. It is no part of a longer text. */
  standsAlone: boolean;
}

type ContentRow = Omit<ChunkContent, 'headings' | 'standsAlone'> & { headingPath: string; alone: number };

const toContent = ({ headingPath, alone, ...row }: ContentRow): ChunkContent => ({
  ...row,
  standsAlone: alone === 1,
  headings: titlesNotInText({ text: row.content, headingPath: JSON.parse(headingPath) }),
});

/** Those chunks that are served now, by number. The final check of what is visible, and of which agent. */
export const readContents = async (
  db: Handle,
  agentId: string,
  numbers: readonly number[],
): Promise<Map<number, ChunkContent>> => {
  const among =
    dialectOf(db) === 'sqlite'
      ? sql`(select value as number from json_each(${JSON.stringify(numbers)}))`
      : sql`(select unnest(${[...numbers]}::bigint[]) as number)`;
  // A cross join forces SQLite to this order. Otherwise it begins with all documents of the agent, about 7 ms
  // for a thousand of them.
  const { rows } = await sql<ContentRow>`
    select c.number as "number", c.id as "chunkId", c.content as "content", d.id as "dataId",
      d.name as "documentName", d.source_url as "sourceUrl", c.token_count as "tokens",
      c.position as "position", c.heading_path as "headingPath",
      c.match_text as "questions",
      case when c.match_text = '' and c.edit_id is null then 0 else 1 end as "alone"
    from ${among} as wanted cross join chunks c cross join documents d
    where c.number = wanted.number and d.id = c.document_id and d.served_upload_id = c.upload_id
      and d.agent_id = ${agentId} and d.is_enabled = 1 and c.is_enabled = 1`.execute(db);
  return new Map(rows.map((row) => [row.number, toContent(row)]));
};
