import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import { searchConversations } from './search-conversations.ts';

forEachDatabase(
  'words are found in old conversations too, in any case and script, newest first',
  async (db) => {
    const subjects = [
      'Ärger mit dem Paket',
      'ΣΊΣΥΦΟΣ',
      '100% sure_thing',
      'A parcel',
      'Nothing',
      'Another PARCEL',
    ];
    const { conversationId, ...agent } = await seedConversation(db, []);
    for (const [index, subject] of subjects.entries()) {
      const seeded = await seedConversation(db, [{ question: subject, answer: '' }], {
        agent,
        userId: index === 4 ? 'Zoë' : 'ada',
      });
      // Pairs with the same time, so that a batch ends between equal ones.
      const change = { subject, recent_chat_at: 1000 + Math.floor(index / 2) };
      await db.query
        .updateTable('conversations')
        .set(change)
        .where('id', '=', seeded.conversationId)
        .execute();
    }
    await db.query
      .updateTable('conversations')
      .set({ subject: 'A parcel' })
      .where('id', '=', conversationId)
      .execute();
    const find = async (words: string, limit = 10) =>
      (await searchConversations(db.query, agent.agentId, words, limit, 3)).map(({ subject }) => subject);
    assert.deepEqual(await find('parcel'), ['Another PARCEL', 'A parcel']);
    assert.deepEqual(await find('parcel', 1), ['Another PARCEL']);
    for (const words of ['ärger', 'ÄRGER', 'Ärger mit'])
      assert.deepEqual(await find(words), ['Ärger mit dem Paket']);
    assert.deepEqual(await find('zoË'), ['Nothing']);
    assert.deepEqual(await find('% SURE_'), ['100% sure_thing']);
    assert.deepEqual(await find('%'), ['100% sure_thing']);
    assert.equal((await find('ADA')).length, 5);
    assert.deepEqual(await find('elsewhere'), []);
    assert.deepEqual(await searchConversations(db.query, 'f'.repeat(24), 'parcel', 10), []);
  },
);
