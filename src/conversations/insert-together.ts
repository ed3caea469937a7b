import type { Database } from '../db/index.ts';
import { createGather } from '../lib/gather/gather.ts';
import { type Conversation, insertConversation, insertConversations } from './store.ts';

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
      await insertConversations(db.query, conversations);
      return conversations.map(() => undefined);
    },
  });
};
