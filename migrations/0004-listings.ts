import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

type Untyped = Kysely<unknown>;

const indexes = [
  // A conversation is listed once it has a round. Each index holds all a page and its total need.
  `create index conversations_listed on conversations (agent_id, recent_chat_at, id, message_count)
    where message_count > 0`,
  `create index conversations_by_channel on conversations (agent_id, channel, recent_chat_at, id, message_count)
    where message_count > 0`,
  'drop index conversations_by_user',
  `create index conversations_by_user on conversations
    (agent_id, user_id, recent_chat_at, id, channel, message_count)`,
  'create index rounds_listed on rounds (agent_id, created_at, id, feedback)',
  `create index rounds_rated on rounds (agent_id, feedback, created_at, id) where feedback <> 'NONE'`,
];

const hour = (row: 'old' | 'new'): string => `${row}.recent_chat_at / 3600000`;

const leave = (table: string, key: string): string => `
  update ${table} set total = total - 1 where old.message_count > 0 and ${key};
  delete from ${table} where total = 0 and ${key};`;
const oldHour = `agent_id = old.agent_id and channel = old.channel and hour = ${hour('old')}`;
const oldUser = 'agent_id = old.agent_id and user_id = old.user_id and channel = old.channel';
const leaveBoth = leave('conversation_counts', oldHour) + leave('user_conversation_counts', oldUser);
const enterBoth = `
  insert into conversation_counts (agent_id, channel, hour, total)
    select new.agent_id, new.channel, ${hour('new')}, 1 where new.message_count > 0
    on conflict do update set total = total + 1;
  insert into user_conversation_counts (agent_id, user_id, channel, total)
    select new.agent_id, new.user_id, new.channel, 1 where new.message_count > 0
    on conflict do update set total = total + 1;`;

/**
 * Totals by hour and by user, kept by the database itself. SQLite only: one process writes there anyway, and
 * everything else waits while it counts. On PostgreSQL all rounds of an agent would queue for the same row
 * of the current hour; it counts along an index instead, beside everything else.
 */
const counters = [
  `create table conversation_counts (
    agent_id text not null, channel text not null, hour integer not null, total integer not null,
    primary key (agent_id, hour, channel)) without rowid`,
  `create table user_conversation_counts (
    agent_id text not null, user_id text not null, channel text not null, total integer not null,
    primary key (agent_id, user_id, channel)) without rowid`,
  `create trigger conversations_counted_insert after insert on conversations when new.message_count > 0
    begin ${enterBoth} end`,
  // A conversation that goes on within the hour changes no total.
  `create trigger conversations_counted_update
    after update of agent_id, user_id, channel, recent_chat_at, message_count on conversations
    when (old.message_count > 0) <> (new.message_count > 0) or ${hour('old')} <> ${hour('new')}
      or old.channel <> new.channel or old.user_id <> new.user_id or old.agent_id <> new.agent_id
    begin ${leaveBoth} ${enterBoth} end`,
  `create trigger conversations_counted_delete after delete on conversations when old.message_count > 0
    begin ${leaveBoth} end`,
  `insert into conversation_counts (agent_id, channel, hour, total)
    select agent_id, channel, recent_chat_at / 3600000, count(*) from conversations
    where message_count > 0 group by 1, 2, 3`,
  `insert into user_conversation_counts (agent_id, user_id, channel, total)
    select agent_id, user_id, channel, count(*) from conversations where message_count > 0 group by 1, 2, 3`,
];

export const up = async (db: Untyped, kind: DatabaseKind): Promise<void> => {
  for (const statement of kind === 'sqlite' ? [...indexes, ...counters] : indexes)
    await sql.raw(statement).execute(db);
};
