import { sql } from 'kysely';
import { type Database, jsonParameter, prepared, rowsOfParameter } from '../db/index.ts';
import { createGather } from '../lib/gather/gather.ts';
import { type Conversation, insertConversation } from './store.ts';

/** A row that is there already was stored by a statement whose response was lost. */
const insertMany = prepared<{ rows: string }, never>((db, value) => ({
  compile: () =>
    sql<never>`
      insert into conversations (id, workspace_id, agent_id, user_id, anonymous_id, channel, subject, message_count,
        cost_nano, recent_chat_at, summary, summary_sequence, created_at, visitor_id, user_claimed)
      select value ->> 'id', value ->> 'workspaceId', value ->> 'agentId', value ->> 'userId', value ->> 'anonymousId',
        value ->> 'channel', '', 0, 0, cast(value ->> 'recentChatAtMs' as bigint), '', 0,
        cast(value ->> 'createdAtMs' as bigint), value ->> 'visitorId', cast(value ->> 'isUserClaimed' as boolean)::integer
      from ${rowsOfParameter(db, value('rows'))}
      on conflict (id) do nothing`.compile(db),
}));

const mostAtOnce = 100;

/**
 * Stores new conversations with few commits. On SQLite they share those of all transactions. On PostgreSQL concurrent calls
 * are one statement, because each statement costs the process and the server more than the row does.
 */
export const createInsertTogether = (db: Database): ((conversation: Conversation) => Promise<void>) => {
  if (db.kind === 'sqlite')
    return (conversation) => db.write((handle) => insertConversation(handle, conversation));
  return createGather<Conversation, void>({
    most: mostAtOnce,
    atOnce: 2,
    run: async (conversations) => {
      await insertMany(db.query, { rows: jsonParameter(conversations) });
      return conversations.map(() => undefined);
    },
  });
};
