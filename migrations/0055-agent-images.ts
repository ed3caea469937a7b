import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Pictures of an agent for its chat pages. They are small, so their content is in the row. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  await sql
    .raw(
      `create table agent_images (
        agent_id ${text} not null references agents (id) on delete cascade, purpose ${text} not null,
        sha256 ${text} not null, media_type ${text} not null, width integer not null, height integer not null,
        bytes ${bytes} not null, updated_at bigint not null,
        primary key (agent_id, purpose))`,
    )
    .execute(db);
};
