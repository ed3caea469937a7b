import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase, openTestDatabase } from '../../../test/support/databases/databases.ts';
import { tablesHolding } from '../../../test/support/databases/search-everything.ts';
import { seedConversation, seedRounds } from '../../../test/support/memory/seed-conversation.ts';
import type { Database } from '../../db/index.ts';
import { deleteConversations } from '../store.ts';
import { createIndexer } from './indexer.ts';
import { type RoundFilters, searchConversations } from './search-conversations.ts';

interface Agent {
  workspaceId: string;
  agentId: string;
}

const catchUp = (db: Database): Promise<void> => createIndexer({ db }).catchUp();

const search = (db: Database, agent: Agent, words: string, filters: RoundFilters = {}) =>
  searchConversations(db.query, { ...agent, words, filters, limit: 10 });

const seedAgent = async (db: Database): Promise<Agent> => {
  const { workspaceId, agentId } = await seedConversation(db, []);
  await catchUp(db);
  return { workspaceId, agentId };
};

forEachDatabase('existing rounds are indexed in parts, and new ones meanwhile', async (db) => {
  const agent = await seedAgent(db);
  const seeded = await seedConversation(db, [], { agent });
  await seedRounds(
    db,
    seeded,
    Array.from({ length: 250 }, (_, at) => ({ question: `old parcel ${at}`, answer: '' })),
  );
  // As after an upgrade: nothing was noted, and nothing is indexed.
  await db.query.deleteFrom('search_changes').execute();
  await db.query.deleteFrom('search_states').execute();
  const indexer = createIndexer({ db });
  assert.ok(await indexer.backfill());
  const count = async (): Promise<number> =>
    (await db.query.selectFrom('search_entries').select('position').execute()).length;
  assert.equal(await count(), 100);
  await seedRounds(db, seeded, [{ question: 'new letter', answer: '' }], 251);
  // Another process continues.
  await catchUp(db);
  assert.equal(await count(), 251);
  assert.equal((await search(db, agent, 'letter')).items.length, 1);
  assert.equal((await search(db, agent, 'parcel 0')).items.length, 1);
  assert.deepEqual(await db.query.selectFrom('search_changes').selectAll().execute(), []);
  await db.query.updateTable('search_states').set({ analysis_version: 0 }).execute();
  await catchUp(db);
  assert.equal(await count(), 251, 'everything is indexed again after the analysis has changed');
  assert.equal((await search(db, agent, 'letter')).items.length, 1);
});

forEachDatabase(
  'a step tells whether more changes wait, so that a few changes are collected first',
  async (db) => {
    const agent = await seedAgent(db);
    const seeded = await seedConversation(db, [], { agent });
    await seedRounds(
      db,
      seeded,
      Array.from({ length: 150 }, (_, at) => ({ question: `parcel ${at}`, answer: '' })),
    );
    const indexer = createIndexer({ db });
    assert.equal(await indexer.indexChanges(), true);
    assert.equal(await indexer.indexChanges(), false);
    assert.deepEqual(await db.query.selectFrom('search_changes').selectAll().execute(), []);
  },
);

forEachDatabase('a batch that fails leaves nothing half done', async (db) => {
  const agent = await seedAgent(db);
  await seedConversation(db, [{ question: 'parcel', answer: '' }], { agent });
  const failing = createIndexer({
    db: {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          await work(tx);
          throw new Error('The process was killed');
        }),
    },
  });
  await assert.rejects(failing.indexChanges(), /killed/);
  assert.deepEqual(await db.query.selectFrom('search_entries').selectAll().execute(), []);
  await catchUp(db);
  assert.equal((await search(db, agent, 'parcel')).items.length, 1);
});

forEachDatabase('labels, handoffs and missed sessions apply to the whole conversation', async (db) => {
  const agent = await seedAgent(db);
  const seeded = await seedConversation(
    db,
    [
      { question: 'first parcel', answer: '' },
      { question: 'a person please', answer: '' },
    ],
    { agent },
  );
  const count = async (filters: RoundFilters): Promise<number> => {
    await catchUp(db);
    return (await search(db, agent, 'parcel', filters)).items.length;
  };
  assert.equal(await count({ handedOver: true }), 0);
  const [sessionId, labelId] = ['5'.repeat(24), 'b'.repeat(24)];
  await db.query
    .insertInto('human_sessions')
    .values({
      id: sessionId,
      workspace_id: agent.workspaceId,
      agent_id: agent.agentId,
      conversation_id: seeded.conversationId,
      ordinal: 1,
      channel: 'WIDGET',
      status: 'open',
      trigger_kind: 'tool',
      start_sequence: 2,
      establish_delivery_id: sessionId,
      first_reply_ms: 1,
      idle_ms: 1,
      has_replied: 0,
      told_unreachable: 0,
      created_at: 1,
    })
    .execute();
  assert.equal(await count({ handedOver: true }), 1);
  assert.equal(await count({ missed: true }), 0);
  await db.query
    .updateTable('human_sessions')
    .set({ missed: 'not_taken', left_email: 'bob@example.com' })
    .execute();
  assert.equal(await count({ missed: true, handedOver: true }), 1);
  assert.equal((await search(db, agent, 'bob@example.com')).items.length, 1);
  await db.query
    .insertInto('inbox_labels')
    .values({
      id: labelId,
      workspace_id: agent.workspaceId,
      name: 'VIP',
      name_key: 'vip',
      color: 'red',
      created_at: 1,
    })
    .execute();
  await db.query
    .insertInto('inbox_session_labels')
    .values({ session_id: sessionId, label_id: labelId })
    .execute();
  assert.equal(await count({ labelId }), 1);
  await db.query.deleteFrom('inbox_session_labels').execute();
  assert.equal(await count({ labelId }), 0);
});

test('terms of deleted rounds are removed from the file in parts (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const agent = await seedAgent(db);
    const kept = await seedConversation(db, [{ question: 'kept Ophelia', answer: '' }], { agent });
    const erased = await seedConversation(db, [{ question: 'erased Zebulon', answer: '' }], { agent });
    await catchUp(db);
    const holds = async (word: string): Promise<boolean> =>
      (await tablesHolding(db, word)).includes('round_search_data.block');
    assert.deepEqual([await holds('zebulon'), await holds('ophelia')], [true, true]);
    await db.transaction((tx) => deleteConversations(tx, [erased.conversationId]));
    const { dropDeleted } = createIndexer({ db });
    while (await dropDeleted());
    assert.deepEqual([await holds('zebulon'), await holds('ophelia')], [false, true]);
    const { items } = await search(db, agent, 'ophelia');
    assert.deepEqual(
      items.map(({ conversation }) => conversation.id),
      [kept.conversationId],
    );
  } finally {
    await release();
  }
});

forEachDatabase('nothing of a deleted conversation waits to be indexed', async (db) => {
  const agent = await seedAgent(db);
  const { conversationId } = await seedConversation(db, [{ question: 'parcel', answer: '' }], { agent });
  await seedConversation(db, [{ question: 'letter', answer: '' }], { agent });
  await db.query.insertInto('search_changes').values({ kind: 'conversation', id: conversationId }).execute();
  await db.transaction((tx) => deleteConversations(tx, [conversationId]));
  const changes = await db.query.selectFrom('search_changes').select('kind').execute();
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ['round'],
  );
});
