import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const period = (row: 'old' | 'new', lengthMs: number): string => `${row}.recent_chat_at / ${lengthMs}`;

interface Tally {
  table: string;
  /** What the totals are kept by, besides the channel and the period. */
  owners: string[];
  period: string;
  lengthMs: number;
}

/** Totals of one kind, moved only by what changes them: a conversation that goes on within the period does not. */
const keep = ({ table, owners, period: name, lengthMs }: Tally): string[] => {
  const columns = [...owners, 'channel'];
  const key = [
    ...columns.map((column) => `${column} = old.${column}`),
    `${name} = ${period('old', lengthMs)}`,
  ].join(' and ');
  const leave = `
    update ${table} set total = total - 1 where old.message_count > 0 and ${key};
    delete from ${table} where total = 0 and ${key};`;
  const enter = `
    insert into ${table} (${columns.join(', ')}, ${name}, total)
      select ${columns.map((column) => `new.${column}`).join(', ')}, ${period('new', lengthMs)}, 1
        where new.message_count > 0
      on conflict do update set total = total + 1;`;
  const moved = [
    '(old.message_count > 0) <> (new.message_count > 0)',
    `${period('old', lengthMs)} <> ${period('new', lengthMs)}`,
    ...columns.map((column) => `old.${column} <> new.${column}`),
  ].join(' or ');
  return [
    `create trigger ${table}_insert after insert on conversations when new.message_count > 0
      begin ${enter} end`,
    `create trigger ${table}_update after update of ${columns.join(', ')}, recent_chat_at, message_count
      on conversations when ${moved} begin ${leave} ${enter} end`,
    `create trigger ${table}_delete after delete on conversations when old.message_count > 0
      begin ${leave} end`,
  ];
};

/** How many records have a value, of values that many have; kept with the records. '' stands for no value. */
const valueTotals = (kind: DatabaseKind): string => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  return `create table value_totals (
    field_no bigint not null, key ${text} not null, total bigint not null, primary key (field_no, key))${asIndex}`;
};

/** The texts that keywords are found in, apart from the records. */
const texts = (kind: DatabaseKind): string[] => {
  const isSqlite = kind === 'sqlite';
  return [
    `create table record_texts (
      record_no ${isSqlite ? 'integer' : 'bigint'} primary key, text ${isSqlite ? 'text' : 'text collate "C"'} not null)`,
    'insert into record_texts (record_no, text) select record_no, search_text from records order by record_no',
    ...(isSqlite
      ? []
      : [
          'drop index records_search',
          'create index record_texts_search on record_texts using gin (text gin_trgm_ops)',
        ]),
    'alter table records drop column search_text',
  ];
};

const listings = [
  // The totals by hour and channel say in which hours a channel has conversations, so the listing of a channel
  // needs no index of its own, which every round had to move along.
  'drop index conversations_by_channel',
  'drop index conversations_listed',
  `create index conversations_listed on conversations (agent_id, recent_chat_at, id, channel, message_count)
    where message_count > 0`,
  ...['insert', 'update', 'delete'].map((event) => `drop trigger conversations_counted_${event}`),
  // By day, so that a part of a user's time, and a page deep in it, need not be counted along an index.
  'drop table user_conversation_counts',
  `create table user_conversation_counts (
    agent_id text not null, user_id text not null, channel text not null, day integer not null,
    total integer not null, primary key (agent_id, user_id, day, channel)) without rowid`,
  `insert into user_conversation_counts (agent_id, user_id, channel, day, total)
    select agent_id, user_id, channel, recent_chat_at / 86400000, count(*) from conversations
    where message_count > 0 group by 1, 2, 3, 4`,
  ...keep({ table: 'conversation_counts', owners: ['agent_id'], period: 'hour', lengthMs: 3_600_000 }),
  ...keep({
    table: 'user_conversation_counts',
    owners: ['agent_id', 'user_id'],
    period: 'day',
    lengthMs: 86_400_000,
  }),
];

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of [valueTotals(kind), ...texts(kind)]) await sql.raw(statement).execute(db);
  if (kind === 'sqlite') for (const statement of listings) await sql.raw(statement).execute(db);
};
