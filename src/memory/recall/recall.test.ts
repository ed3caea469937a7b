import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openMemory, recallFor, subjectRounds } from '../../../test/support/memory/open-memory.ts';
import { seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import type { MemoryEmbedder } from '../vectors.ts';

/** Embeds by first letters: enough to find texts without common words. */
const embedderOf = (overrides: Partial<MemoryEmbedder> = {}): MemoryEmbedder => ({
  modelId: 'meanings-1',
  embed: async (texts) =>
    texts.map((text) => Float32Array.of(...(/bicycle|two wheels/.test(text) ? [1, 0] : [0, 1]))),
  calibrate: (cosine) => cosine,
  ...overrides,
});
const only = (embedder: MemoryEmbedder) => ({ all: [embedder], for: () => embedder });

forEachDatabase('distilled rounds are recalled by their subject, best first', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId);
  const recalled = await recallFor(memory, conversation, 'tell me of that lighthouse again');
  assert.match(recalled[0]!.text, /lighthouse is described on shelf 5/);
  assert.equal(recalled[0]!.conversationId, conversation.conversationId);
  assert.ok(recalled.every(({ score }) => score > 0 && score <= 1));
});

forEachDatabase('memories with terms of an earlier version are recalled by their words', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId);
  // Sets of hashes without a version byte, as stored before the terms changed.
  await db.query
    .updateTable('memories')
    .set({ terms: new Uint8Array(8).fill(7) })
    .execute();
  for (const _ of ['renewed', 'as stored then']) {
    const recalled = await recallFor(memory, conversation, 'tell me of that lighthouse again');
    assert.match(recalled[0]!.text, /lighthouse is described on shelf 5/);
  }
  const rows = await db.query.selectFrom('memories').select('terms').execute();
  assert.ok(rows.length > 0 && rows.every(({ terms }) => terms.byteLength % 4 === 1));
});

forEachDatabase('a round that left the window is recalled before it is distilled', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory } = openMemory(db);
  const [first] = await recallFor(memory, conversation, 'the volcano?', { olderThanSequence: 5 });
  assert.match(first!.text, /shelf 2/);
  assert.deepEqual(await recallFor(memory, conversation, 'the library?', { olderThanSequence: 5 }), []);
});

forEachDatabase(
  'recall returns only memories of the requested conversation, user and agent scope',
  async (db) => {
    const mine = await seedConversation(db, [{ question: 'My bicycle is red.', answer: 'Noted.' }]);
    const other = { agent: mine, userId: 'someone-else' };
    const theirs = await seedConversation(db, [{ question: 'My bicycle is blue.', answer: 'Noted.' }], other);
    const elsewhere = await seedConversation(db, [{ question: 'My bicycle is green.', answer: 'Noted.' }]);
    const now = await seedConversation(db, [], { agent: mine });
    const { memory, distil } = openMemory(db);
    for (const isDistilled of [false, true]) {
      if (isDistilled) for (const each of [mine, theirs, elsewhere]) await distil(each.conversationId);
      assert.deepEqual(await recallFor(memory, now, 'bicycle'), []);
      const recalled = await recallFor(memory, now, 'bicycle', { scope: 'user', olderThanSequence: 1 });
      assert.ok(recalled.length > 0);
      assert.ok(recalled.every(({ text }) => text.includes('red')));
    }
  },
);

forEachDatabase('messages of an unverified user are not recalled for the real user', async (db) => {
  const claimed = await seedConversation(db, [{ question: 'My bicycle is red.', answer: 'Noted.' }]);
  await db.query
    .updateTable('conversations')
    .set({ user_claimed: 1 })
    .where('id', '=', claimed.conversationId)
    .execute();
  const now = await seedConversation(db, [], { agent: claimed });
  const { memory, distil } = openMemory(db);
  for (const isDistilled of [false, true]) {
    if (isDistilled) await distil(claimed.conversationId);
    const widely = { scope: 'user', olderThanSequence: 1 } as const;
    assert.deepEqual(await recallFor(memory, now, 'bicycle', widely), []);
    assert.equal((await recallFor(memory, claimed, 'bicycle'))[0]?.text.includes('red'), true);
  }
});

forEachDatabase(
  'facts are recalled by topic, in several languages, and the newest replaces older ones',
  async (db) => {
    const conversation = await seedConversation(db, [
      { question: 'Call me Ada.', answer: 'Hello Ada.' },
      { question: 'I live in Paris.', answer: 'Nice.' },
      { question: '我对花生过敏。', answer: '好的。' },
      { question: 'We moved to Rome last week.', answer: 'Good.' },
    ]);
    const { memory, distil } = openMemory(db);
    await distil(conversation.conversationId);
    const factFor = async (query: string) =>
      (await recallFor(memory, conversation, query)).find(({ kind }) => kind === 'fact')?.text;
    assert.equal(await factFor('Who am I?'), 'Call me Ada.');
    assert.equal(await factFor('Where do I live?'), 'We moved to Rome last week.');
    assert.equal(await factFor('我对什么过敏？'), '我对花生过敏。');
  },
);

forEachDatabase(
  'the latest statement counts, within a message, within a millisecond and after a clock change',
  async (db) => {
    const sentences = ['I live in Paris.', 'I live in Oslo.', 'I live in Lima.', 'I moved to Rome.'];
    for (const messages of [[sentences.join(' ')], sentences])
      for (const passedMs of [0, -1000]) {
        const conversation = await seedConversation(
          db,
          messages.map((question) => ({ question, answer: 'Good.' })),
        );
        const { conversationId } = conversation;
        await db.query
          .updateTable('rounds')
          .set((eb) => ({ created_at: sql`1000000 + ${eb.ref('sequence')} * ${passedMs}` }))
          .where('conversation_id', '=', conversationId)
          .execute();
        const { memory, distil } = openMemory(db);
        for (const isDistilled of [false, true]) {
          if (isDistilled) await distil(conversationId);
          for (const scope of ['conversation', 'user'] as const) {
            const recalled = await recallFor(memory, conversation, 'Where do I live?', { scope });
            const facts = recalled.filter(({ kind }) => kind === 'fact').map(({ text }) => text);
            assert.deepEqual(
              facts,
              ['I moved to Rome.'],
              JSON.stringify({ messages, passedMs, isDistilled }),
            );
          }
        }
        const { memories } = await memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 50 });
        if (passedMs === 0)
          assert.deepEqual(
            memories.filter(({ kind }) => kind === 'fact').map(({ text }) => text),
            sentences.toReversed(),
          );
      }
  },
);

forEachDatabase('with an embedder, texts without common words are recalled by meaning', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db, { embedders: only(embedderOf()) });
  await distil(conversation.conversationId);
  const [first] = await recallFor(memory, conversation, 'two wheels');
  assert.match(first!.text, /bicycle/);
});

forEachDatabase('recall uses words if the embedder fails or does not answer', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  await openMemory(db, { embedders: only(embedderOf()) }).distil(conversation.conversationId);
  for (const embed of [
    async () => Promise.reject(new Error('no model')),
    () => new Promise<never>(() => {}),
    async () => [],
  ]) {
    const broken = openMemory(db, { embedders: only(embedderOf({ embed })), embedTimeoutMs: 20 });
    const [first] = await recallFor(broken.memory, conversation, 'the trumpet');
    assert.match(first!.text, /trumpet/);
    assert.equal(broken.warnings.length, 1);
  }
});

forEachDatabase(
  'memories stored while the embedder was down, or by another model, are embedded later',
  async (db) => {
    const conversation = await seedConversation(db, subjectRounds.slice(0, 4));
    const down = openMemory(db, {
      embedders: only(embedderOf({ embed: async () => Promise.reject(new Error('down')) })),
    });
    await down.distil(conversation.conversationId);
    const { total } = await down.memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 1 });
    assert.equal(total, 4, 'stored anyway');
    for (const modelId of ['meanings-1', 'meanings-2']) {
      const { memory, distil } = openMemory(db, { embedders: only(embedderOf({ modelId })) });
      assert.deepEqual(await recallFor(memory, conversation, 'two wheels'), []);
      await distil(conversation.conversationId);
      assert.match((await recallFor(memory, conversation, 'two wheels'))[0]!.text, /bicycle/);
    }
  },
);
