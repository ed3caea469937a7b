import type { Handle } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';
import { type ExportFilter, walkFirstRounds } from '../rounds/index.ts';
import { type Conversation, conversationColumns, toConversation } from './store.ts';

/** In order of creation. */
export async function* walkConversations(db: Handle, filter: ExportFilter): AsyncGenerator<Conversation> {
  const { userId, channel } = filter;
  for await (const ids of walkFirstRounds(db, filter)) {
    const rows = await db
      .selectFrom('conversations')
      .select(conversationColumns)
      .where('id', 'in', ids)
      .where('channel', '<>', testRunChannel)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
      .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row) yield toConversation(row);
    }
  }
}
