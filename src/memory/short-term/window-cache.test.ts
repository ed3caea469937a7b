import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { seedConversation, seedRounds } from '../../../test/support/memory/seed-conversation.ts';
import { createShortTerm } from './short-term.ts';
import { createWindowCache } from './window-cache.ts';

forEachDatabase('a cached window equals an uncached one at every length of the conversation', async (db) => {
  const kept = createShortTerm({ db });
  const conversation = await seedConversation(db, []);
  for (let sequence = 1; sequence <= 40; sequence++) {
    const input = {
      conversationId: conversation.conversationId,
      beforeSequence: sequence,
      budgetTokens: 2000,
    };
    assert.deepEqual(await kept(input), await createShortTerm({ db })(input), `before round ${sequence}`);
    // Every fifth round failed and is in no window.
    const status = sequence % 5 === 0 ? 'failed' : 'done';
    await seedRounds(
      db,
      conversation,
      [{ question: `question ${sequence}`, answer: `answer ${sequence}`, status }],
      sequence,
    );
  }
});

forEachDatabase(
  'a cache with added rounds gives the uncached window, even if other processes end rounds',
  async (db) => {
    const cache = createWindowCache();
    const kept = createShortTerm({ db, cache });
    const conversation = await seedConversation(db, []);
    const { conversationId } = conversation;
    const text = (sequence: number) => (sequence % 7 === 0 ? 'half of a pair \ud83d' : `answer ${sequence}`);
    for (let sequence = 1; sequence <= 60; sequence++) {
      const input = { conversationId, beforeSequence: sequence, budgetTokens: 300 };
      assert.deepEqual(await kept(input), await createShortTerm({ db })(input), `before round ${sequence}`);
      const isRemembered = sequence % 5 !== 0;
      const [question, answer] = [`question ${sequence}`, text(sequence)];
      const status = isRemembered ? 'done' : 'failed';
      // PostgreSQL rejects a lone surrogate.
      const stored = { question, answer: answer.toWellFormed(), status } as const;
      await seedRounds(db, conversation, [stored], sequence);
      const row = isRemembered ? { id: `${sequence}`, sequence, question, answer, files: '' } : undefined;
      // Every third round was ended by another process, so this cache does not get it.
      if (sequence % 3 !== 0) cache.add(conversationId, sequence, row);
    }
  },
);

forEachDatabase('a round that was added to the cache is not read again', async (db) => {
  const cache = createWindowCache();
  const kept = createShortTerm({ db, cache });
  const conversation = await seedConversation(db, []);
  const { conversationId } = conversation;
  await kept({ conversationId, beforeSequence: 1, budgetTokens: 2000 });
  cache.add(conversationId, 1, {
    id: 'one',
    sequence: 1,
    question: 'Who?',
    answer: 'Only in the cache.',
    files: 'a.txt:\nTea costs 3.',
  });
  const { turns } = await kept({ conversationId, beforeSequence: 2, budgetTokens: 2000 });
  const files = [{ name: 'a.txt', text: 'Tea costs 3.' }];
  assert.deepEqual(turns, [{ sequence: 1, question: 'Who?', answer: 'Only in the cache.', files }]);
});

forEachDatabase('a running round is read again until it has ended', async (db) => {
  const kept = createShortTerm({ db });
  const conversation = await seedConversation(db, [{ question: 'q1', answer: '', status: 'running' }]);
  const read = () =>
    kept({ conversationId: conversation.conversationId, beforeSequence: 2, budgetTokens: 2000 });
  assert.deepEqual((await read()).turns, []);
  await db.query.updateTable('rounds').set({ status: 'done', answer_text: 'a1' }).execute();
  assert.deepEqual((await read()).turns, [{ sequence: 1, question: 'q1', answer: 'a1', files: [] }]);
});

forEachDatabase('text that a person adds to a round is visible at once, even to an old one', async (db) => {
  const kept = createShortTerm({ db });
  const { conversationId } = await seedConversation(
    db,
    Array.from({ length: 6 }, (_, index) => ({ question: `q${index}`, answer: `a${index}` })),
  );
  const read = () => kept({ conversationId, beforeSequence: 7, budgetTokens: 2000 });
  await read();
  for (const sequence of [6, 2]) {
    await db.query
      .updateTable('rounds')
      .set({ human_text: 'I am a person' })
      .where('sequence', '=', sequence)
      .execute();
    await db.query
      .updateTable('conversations')
      .set((eb) => ({ human_version: eb('human_version', '+', 1) }))
      .execute();
    assert.match((await read()).turns[sequence - 1]!.answer, /I am a person/);
  }
});
