import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** How far the messages of a platform were fetched, for platforms that are asked for them. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  const statement = `create table channel_pulls (
    connection_id ${text} primary key references channel_connections (id) on delete cascade,
    requests bigint not null, hint ${text}, account_key ${text} not null, cursor ${text},
    failures integer not null, retry_at bigint, pulled_at bigint)${asIndex}`;
  await sql.raw(statement).execute(db);
};
