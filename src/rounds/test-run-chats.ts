import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';

/**
 * The chats of test runs in progress. There are a few at most. Lists leave them out by their ids, because the indexes of
 * lists do not contain the channel. Written as a literal, because SQLite uses a partial index only for a visible
 * condition.
 */
export const testRunChats = (db: Handle, agentId: string) =>
  db
    .selectFrom('conversations')
    .select('conversations.id')
    .where('conversations.agent_id', '=', agentId)
    .where(sql<boolean>`conversations.channel = ${sql.lit(testRunChannel)}`);

export const testRunRounds = (db: Handle, agentId: string) =>
  db
    .selectFrom('rounds')
    .select('rounds.id')
    .where('rounds.conversation_id', 'in', testRunChats(db, agentId));
