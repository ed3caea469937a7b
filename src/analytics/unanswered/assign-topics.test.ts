import assert from 'node:assert/strict';
import { createAgentRow } from '../../../test/support/analytics/create-agent-row.ts';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { createWordEmbedder } from '../../../test/support/knowledge/word-embedders.ts';
import { seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import { deleteConversations } from '../../conversations/index.ts';
import type { Database } from '../../db/index.ts';
import type { Embedder } from '../../knowledge/index.ts';
import { setRating } from '../../rounds/index.ts';
import { createFollowChanges } from '../follow-changes.ts';
import { createAssignTopics } from './assign-topics.ts';
import { createTopics } from './topics.ts';

const refusal = 'I could not find anything about that.';

/** An agent whose users ask questions that it refuses, and its topics. */
const openTopics = async (db: Database) => {
  const agent = await createAgentRow(db);
  let nowMs = 1000;
  const clock = { nowMs: () => nowMs };
  const words = createWordEmbedder();
  // It knows questions with Latin letters.
  const embedder: Embedder = {
    ...words,
    isCalibrated: true,
    confidence: (query) => (/[a-z]/.test(query) ? 1 : 0),
  };
  const assign = createAssignTopics({ db, clock, embedders: { for: () => embedder } });
  const follow = createFollowChanges({ db, clock });
  const topics = createTopics({ db, clock });
  const list = async (status: 'open' | 'resolved' | 'dismissed' = 'open') => {
    const { items, total } = await topics.list({ agentId: agent.agentId, status }, { offset: 0, limit: 10 });
    assert.equal(total, items.length);
    return items;
  };
  const group = () => assign({ signal: new AbortController().signal, onBatch: async () => {} });
  const update = async (): Promise<void> => {
    await follow();
    await group();
  };
  return {
    agent,
    topics,
    list,
    follow,
    group,
    update,
    embedder,
    words,
    /** Asks in a conversation of its own. */
    ask: async (question: string, answer = refusal) => {
      nowMs += 1000;
      const { conversationId } = await seedConversation(db, [{ question, answer }], { agent });
      const { id } = await db.query
        .updateTable('rounds')
        .set({ created_at: nowMs })
        .where('conversation_id', '=', conversationId)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { conversationId, roundId: id };
    },
  };
};

const shown = (items: readonly { title: string; total: number }[]) =>
  items.map(({ title, total }) => [title, total]);

forEachDatabase('questions of the same meaning are one topic, with a question as its title', async (db) => {
  const { ask, update, list, topics, agent } = await openTopics(db);
  await ask('delivery to norway');
  await ask('norway delivery');
  await ask('student discount', 'Yes, ten percent.');
  await update();
  await ask('delivery to norway please');
  await ask('gift cards');
  await update();
  const items = await list();
  assert.deepEqual(
    items.map(({ total, refusals, nothingFound, badRatings }) => [total, refusals, nothingFound, badRatings]),
    [
      [3, 3, 0, 0],
      [1, 1, 0, 0],
    ],
  );
  assert.match(items[0]!.title, /norway/);
  const detail = await topics.find(agent.agentId, items[0]!.id);
  assert.deepEqual(
    detail!.examples.map(({ question, answer, reason }) => [question, answer, reason]),
    ['delivery to norway please', 'norway delivery', 'delivery to norway'].map((question) => [
      question,
      refusal,
      'refusal',
    ]),
  );
  assert.equal(await topics.find('another-agent', items[0]!.id), undefined);
});

forEachDatabase('questions in a language that the model does not know are grouped by words', async (db) => {
  const { ask, update, list, words } = await openTopics(db);
  await ask('доставка в норвегию', 'Я не нашёл ответа.');
  await ask('доставка в норвегию есть', 'Я не нашёл ответа.');
  await ask('скидка студентам', 'Я не нашёл ответа.');
  await update();
  assert.deepEqual(shown(await list()), [
    ['доставка в норвегию есть', 2],
    ['скидка студентам', 1],
  ]);
  assert.deepEqual(words.texts, []);
});

forEachDatabase('a bad rating makes a question unanswered until it is withdrawn', async (db) => {
  const { ask, update, list } = await openTopics(db);
  const { roundId } = await ask('opening hours on sunday', 'At nine.');
  await update();
  assert.deepEqual(await list(), []);
  await setRating(db.query, roundId, { feedback: 'BAD' });
  await update();
  assert.deepEqual(
    (await list()).map(({ badRatings }) => badRatings),
    [1],
  );
  await setRating(db.query, roundId, { feedback: 'NONE' });
  await update();
  assert.deepEqual(await list(), []);
  // The operator's rating decides.
  await setRating(db.query, roundId, { feedback: 'BAD', quality: 'FULLY_RESOLVED' });
  await update();
  assert.deepEqual(await list(), []);
});

forEachDatabase('a resolved topic opens again with a new question, a dismissed one does not', async (db) => {
  const { ask, update, list, topics, agent } = await openTopics(db);
  for (const question of ['delivery to norway', 'gift cards']) await ask(question);
  await update();
  const [first, second] = await list();
  const set = (id: string, status: 'resolved' | 'dismissed') =>
    db.transaction((tx) => topics.setStatus(tx, { agentId: agent.agentId, id, status, by: 'Ada' }));
  assert.equal(await set(first!.id, 'resolved'), true);
  assert.equal(await set(second!.id, 'dismissed'), true);
  assert.equal(await set('no-such-topic', 'resolved'), false);
  await update();
  assert.deepEqual(await list(), []);
  for (const { title } of [first!, second!]) await ask(title);
  await update();
  assert.deepEqual(shown(await list()), [[first!.title, 2]]);
  assert.deepEqual(shown(await list('dismissed')), [[second!.title, 2]]);
  assert.deepEqual(await list('resolved'), []);
});

forEachDatabase('erased conversations leave no text, and the last one deletes the topic', async (db) => {
  const { ask, update, list } = await openTopics(db);
  const asked = [await ask('delivery to norway'), await ask('delivery norway'), await ask('norway delivery')];
  await update();
  const [topic] = await list();
  const erase = (conversationId: string) => db.transaction((tx) => deleteConversations(tx, [conversationId]));
  const titled = await db.query
    .selectFrom('unanswered_topics')
    .select('title_round_id')
    .executeTakeFirstOrThrow();
  const first = asked.find(({ roundId }) => roundId === titled.title_round_id)!;
  await erase(first.conversationId);
  const [left] = await list();
  assert.equal(left!.total, 2);
  assert.notEqual(left!.title, topic!.title);
  for (const { conversationId } of asked)
    if (conversationId !== first.conversationId) await erase(conversationId);
  assert.deepEqual(await db.query.selectFrom('unanswered_topics').selectAll().execute(), []);
  assert.deepEqual(await db.query.selectFrom('unanswered_questions').selectAll().execute(), []);
});

forEachDatabase('two processes that group the same questions count each of them once', async (db) => {
  const { ask, follow, group, list } = await openTopics(db);
  for (const question of ['delivery to norway', 'norway delivery', 'gift cards']) await ask(question);
  await follow();
  await Promise.all([group(), group()]);
  assert.deepEqual(
    (await list()).map(({ total }) => total),
    [2, 1],
  );
});

forEachDatabase('a question that is erased while the model reads it gets no topic', async (db) => {
  const { ask, update, list, embedder } = await openTopics(db);
  const { conversationId } = await ask('delivery to norway');
  await ask('gift cards');
  const { embed } = embedder;
  embedder.embed = async (...input) => {
    await db.transaction((tx) => deleteConversations(tx, [conversationId]));
    return embed(...input);
  };
  await update();
  assert.deepEqual(shown(await list()), [['gift cards', 1]]);
});
