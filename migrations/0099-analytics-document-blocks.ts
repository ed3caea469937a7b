import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/**
 * Citations by blocks of 16 days, so that a report of a year need not read each day of each document. Migration 0092 creates them
 * too, but not in its first form: databases that applied that form get them here.
 */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  const key = 'workspace_id, agent_id, block, document_id, channel';
  const statements = [
    `create index if not exists analytics_documents_by_day on analytics_documents
      (workspace_id, agent_id, day, document_id, channel, citations)`,
    `create table if not exists analytics_document_blocks (
      workspace_id ${text} not null, agent_id ${text} not null, block integer not null, document_id ${text} not null,
      channel ${text} not null, citations bigint not null, primary key (${key}))${asIndex}`,
    `insert into analytics_document_blocks (${key}, citations)
      select workspace_id, agent_id, day / 16, document_id, channel, sum(citations) from analytics_documents
      group by 1, 2, 3, 4, 5 on conflict do nothing`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
