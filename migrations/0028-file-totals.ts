import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const scopes = [
  { scope: 'workspace', column: 'workspace_id' },
  { scope: 'agent', column: 'agent_id' },
  { scope: 'visitor', column: 'visitor_id' },
] as const;

/** Locks are taken in one order everywhere: workspace, agent, visitor. */
const add = (row: 'new' | 'old', sign: '' | '-'): string =>
  scopes
    .map(
      ({ scope, column }) => `
      insert into file_totals (scope, owner_id, bytes)
        select '${scope}', ${row}.${column}, ${sign}${row}.size_bytes
        where ${row}.${column} is not null and ${row}.size_bytes <> 0
        on conflict (scope, owner_id) do update set bytes = file_totals.bytes + excluded.bytes;`,
    )
    .join('');

/** Visitors come and go; a row is kept only for those that have files. */
const dropEmpty = `
      delete from file_totals where bytes <= 0 and scope = 'visitor' and owner_id = old.visitor_id;`;

const sqliteTriggers = [
  `create trigger file_totals_insert after insert on files begin ${add('new', '')} end`,
  `create trigger file_totals_update after update of size_bytes on files begin ${add('old', '-')} ${add('new', '')} end`,
  `create trigger file_totals_delete after delete on files begin ${add('old', '-')} ${dropEmpty} end`,
];

const postgresTriggers = [
  `create or replace function count_file_totals() returns trigger language plpgsql as $$ begin
    if tg_op in ('UPDATE', 'DELETE') then ${add('old', '-')} end if;
    if tg_op in ('INSERT', 'UPDATE') then ${add('new', '')} end if;
    if tg_op = 'DELETE' then ${dropEmpty} end if;
    return null;
  end $$`,
  `create trigger file_totals_count after insert or delete or update of size_bytes on files
    for each row execute function count_file_totals()`,
];

/**
 * How many bytes of files are kept for each workspace, agent and visitor. The database counts them itself, so that a file
 * is counted with its row and released with it, whoever removes it. Files of messages of before this migration count for
 * their workspace alone: nothing but the text of their round says whose they are.
 */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table files add column agent_id ${text}`,
    `alter table files add column visitor_id ${text}`,
    `update files set agent_id = d.agent_id from document_uploads u join documents d on d.id = u.document_id
      where u.file_id = files.id`,
    `create table file_totals (scope ${text} not null, owner_id ${text} not null, bytes bigint not null,
      primary key (scope, owner_id))`,
    ...scopes.map(
      ({ scope, column }) => `insert into file_totals (scope, owner_id, bytes)
        select '${scope}', ${column}, sum(size_bytes) from files where ${column} is not null group by ${column}`,
    ),
    ...(kind === 'sqlite' ? sqliteTriggers : postgresTriggers),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
