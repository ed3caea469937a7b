import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { readConversations } from './list-conversations.ts';
import type { Conversation } from './store.ts';

/** Subjects have no text index. Number of rows per batch, which blocks other work on SQLite. */
const lookedThroughAtOnce = 1000;

interface Place {
  id: string;
  recent_chat_at: number;
}

/** The next batch after a position, newest first. */
const readStretch = (db: Handle, agentId: string, behind: Place | undefined, length: number) =>
  db
    .selectFrom('conversations')
    .select(['id', 'recent_chat_at', 'subject', 'user_id'])
    .where('agent_id', '=', agentId)
    // Written as a literal, because SQLite uses a partial index only for a visible condition.
    .where(sql<boolean>`message_count > 0`)
    .$if(behind !== undefined, (query) =>
      query.where(sql<boolean>`(recent_chat_at, id) < (${behind!.recent_chat_at}, ${behind!.id})`),
    )
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(length)
    .execute();

/**
 * An agent's conversations whose subject or user contains these words, newest first. Compared here and not in the
 * database, because SQLite ignores case only for ASCII.
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
