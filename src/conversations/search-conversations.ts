import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { readConversations } from './list-conversations.ts';
import type { Conversation } from './store.ts';

/** Words in subjects have no index. So many are looked through at once, while everybody else waits for SQLite. */
const lookedThroughAtOnce = 1000;

interface Place {
  id: string;
  recent_chat_at: number;
}

/** The next ones, newest first, behind a place. */
const readStretch = (db: Handle, agentId: string, behind: Place | undefined, length: number) =>
  db
    .selectFrom('conversations')
    .select(['id', 'recent_chat_at', 'subject', 'user_id'])
    .where('agent_id', '=', agentId)
    // Written into the statement: SQLite uses a partial index only for a condition it can see.
    .where(sql<boolean>`message_count > 0`)
    .$if(behind !== undefined, (query) =>
      query.where(sql<boolean>`(recent_chat_at, id) < (${behind!.recent_chat_at}, ${behind!.id})`),
    )
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(length)
    .execute();

/**
 * An agent's conversations whose subject or user has these words, newest first. Compared here and not by the
 * databases, of which SQLite knows the small letters of English only.
 */
export const searchConversations = async (
  db: Handle,
  agentId: string,
  words: string,
  limit: number,
  stretchLength = lookedThroughAtOnce,
): Promise<Conversation[]> => {
  const sought = words.toLowerCase();
  const found: string[] = [];
  for (let behind: Place | undefined; ; ) {
    const stretch = await readStretch(db, agentId, behind, stretchLength);
    for (const { id, subject, user_id: userId } of stretch)
      if (subject.toLowerCase().includes(sought) || userId.toLowerCase().includes(sought)) found.push(id);
    if (found.length >= limit || stretch.length < stretchLength) break;
    behind = stretch.at(-1);
    await nextTick();
  }
  return readConversations(db, found.slice(0, limit));
};
