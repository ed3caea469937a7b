import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { type SeededRound, seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import { countTokens } from '../../lib/tokens.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { tokensAroundRound } from './round-tokens.ts';
import { createShortTerm } from './short-term.ts';

const roundsOf = (count: number): SeededRound[] =>
  Array.from({ length: count }, (_, index) => ({
    question: `Question number ${index + 1}`,
    answer: `Answer number ${index + 1}`,
  }));

const tokensOf = ({ question, answer }: { question: string; answer: string }): number =>
  countTokens(question) + countTokens(answer) + tokensAroundRound;

forEachDatabase(
  'the window has whole rounds, oldest first, up to the token budget and not more',
  async (db) => {
    const rounds = roundsOf(6);
    const { conversationId } = await seedConversation(db, rounds);
    const shortTerm = createShortTerm({ db });
    const each = tokensOf(rounds[0]!);
    const exact = await shortTerm({ conversationId, beforeSequence: 7, budgetTokens: 3 * each });
    assert.deepEqual(
      exact.turns.map((turn) => turn.sequence),
      [4, 5, 6],
    );
    assert.deepEqual(exact.turns[0], { sequence: 4, ...rounds[3], files: [] });
    assert.equal(exact.oldestSequence, 4);
    const oneLess = await shortTerm({ conversationId, beforeSequence: 7, budgetTokens: 3 * each - 1 });
    assert.deepEqual(
      oneLess.turns.map((turn) => turn.sequence),
      [5, 6],
    );
  },
);

forEachDatabase(
  'only rounds before the current one that ended with an answer are in the window',
  async (db) => {
    const { conversationId } = await seedConversation(db, [
      { question: 'a', answer: 'first' },
      { question: 'b', answer: '', status: 'failed' },
      { question: 'c', answer: 'cut sh', status: 'stopped' },
      { question: 'd', answer: '' },
      { question: 'e', answer: 'half', status: 'failed' },
      { question: 'f', answer: 'half', status: 'running' },
      { question: 'g', answer: 'later' },
    ]);
    const shortTerm = createShortTerm({ db });
    const { turns, oldestSequence } = await shortTerm({
      conversationId,
      beforeSequence: 7,
      budgetTokens: 1000,
    });
    assert.deepEqual(
      turns.map((turn) => turn.question),
      ['a', 'c'],
    );
    assert.equal(oldestSequence, 1);
  },
);

forEachDatabase('rounds of another conversation are not in the window', async (db) => {
  const one = await seedConversation(db, [{ question: 'mine', answer: 'yes' }]);
  const other = await seedConversation(db, [{ question: 'theirs', answer: 'no' }], { agent: one });
  const { turns } = await createShortTerm({ db })({
    conversationId: other.conversationId,
    beforeSequence: 2,
    budgetTokens: 1000,
  });
  assert.deepEqual(
    turns.map((turn) => turn.question),
    ['theirs'],
  );
});

forEachDatabase('a newest round larger than the budget is cut, not left out', async (db) => {
  const { conversationId } = await seedConversation(db, [
    { question: 'before', answer: 'before' },
    { question: 'why '.repeat(50_000), answer: '因为天气很好😀'.repeat(20_000) },
  ]);
  const budgetTokens = 200;
  const { turns, oldestSequence } = await createShortTerm({ db })({
    conversationId,
    beforeSequence: 3,
    budgetTokens,
  });
  assert.equal(turns.length, 1);
  assert.equal(oldestSequence, 2);
  assert.ok(tokensOf(turns[0]!) <= budgetTokens, 'fits the budget');
  assert.ok(turns[0]!.question.startsWith('why why'));
  assert.ok(turns[0]!.answer.startsWith('因为天气'));
  assert.ok(turns[0]!.answer.isWellFormed());
});

forEachDatabase('a window of very short rounds needs a second page, and is limited', async (db) => {
  const { conversationId } = await seedConversation(db, roundsOf(300));
  const shortTerm = createShortTerm({ db });
  const wide = await shortTerm({ conversationId, beforeSequence: 301, budgetTokens: 200_000 });
  assert.equal(wide.turns.length, 256);
  assert.deepEqual(
    wide.turns.map((turn) => turn.sequence),
    Array.from({ length: 256 }, (_, index) => 45 + index),
  );
  const whole = await shortTerm({ conversationId, beforeSequence: 41, budgetTokens: 200_000 });
  assert.equal(whole.turns.length, 40);
});

forEachDatabase('the stored summary is part of the window', async (db) => {
  const { conversationId } = await seedConversation(db, roundsOf(3));
  await db.query
    .updateTable('conversations')
    .set({ summary: 'They spoke of numbers.', summary_sequence: 2 })
    .execute();
  const window = await createShortTerm({ db })({ conversationId, beforeSequence: 4, budgetTokens: 25 });
  assert.equal(window.summary, 'They spoke of numbers.');
  assert.equal(window.distilledSequence, 2);
});

forEachDatabase('without a budget or an earlier round the window is empty', async (db) => {
  const { conversationId } = await seedConversation(db, roundsOf(3));
  const shortTerm = createShortTerm({ db });
  for (const [beforeSequence, budgetTokens] of [
    [4, 0],
    [1, 1000],
  ] as const) {
    const window = await shortTerm({ conversationId, beforeSequence, budgetTokens });
    assert.deepEqual(window.turns, []);
    assert.equal(window.oldestSequence, beforeSequence);
  }
});

test('a text is cut at a whole character and never exceeds its tokens', () => {
  for (const text of ['word '.repeat(100), '😀'.repeat(100), '你好世界'.repeat(50), 'x'.repeat(5000)]) {
    for (const maxTokens of [0, 1, 2, 3, 10, 37]) {
      const cut = cutToTokens(text, maxTokens);
      assert.ok(countTokens(cut) <= maxTokens, `${cut.length} characters for ${maxTokens} tokens`);
      assert.ok(cut.isWellFormed());
    }
  }
  assert.equal(cutToTokens('short', 10), 'short');
});
