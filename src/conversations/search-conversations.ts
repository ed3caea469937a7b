import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import type { ConversationRow } from './store.ts';

/** How far back is looked: words in subjects have no index, and everybody else waits while SQLite looks. */
const lookedThrough = 5000;

const likePattern = (part: string): string => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Among an agent's newest conversations, those whose subject or user has these words; newest first. */
export const searchConversations = (
  db: Handle,
  agentId: string,
  words: string,
  limit: number,
): Promise<ConversationRow[]> => {
  const newest = db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    // Written into the statement: SQLite uses a partial index only for a condition it can see.
    .where(sql<boolean>`message_count > 0`)
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(lookedThrough);
  const pattern = likePattern(words);
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', 'in', newest)
    .where(
      sql<boolean>`(lower(subject) like ${pattern} escape '\\' or lower(user_id) like ${pattern} escape '\\')`,
    )
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
};
