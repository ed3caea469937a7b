import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import { isOneOf } from './is-one-of.ts';

forEachDatabase(
  'a condition on a list finds each of its values, and nothing for an empty list',
  async (db) => {
    const first = await seedConversation(db, []);
    const second = await seedConversation(db, []);
    const find = async (ids: readonly string[]): Promise<string[]> =>
      (
        await db.query
          .selectFrom('conversations')
          .select('id')
          .where(isOneOf(db.query, 'conversations.id', ids))
          .execute()
      ).map(({ id }) => id);
    assert.deepEqual(await find([]), []);
    assert.deepEqual(await find([first.conversationId]), [first.conversationId]);
    assert.deepEqual(
      (await find([second.conversationId, `a'"],{\\`, first.conversationId])).toSorted(),
      [first.conversationId, second.conversationId].toSorted(),
    );
    const numbered = await db.query
      .selectFrom('conversations')
      .select('message_count')
      .where(isOneOf(db.query, 'message_count', [0, 7]))
      .execute();
    assert.deepEqual(
      numbered.map(({ message_count }) => message_count),
      [0, 0],
    );
  },
);
