import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase, openTestDatabase } from '../../test/support/databases/databases.ts';
import { assertWalksIndex, planOf } from '../../test/support/databases/query-plan.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import { listQa, qaQuery } from './list-qa.ts';
import { walkRounds } from './walk-rounds.ts';

const inOrder = ['one', 'two', 'three', 'four', 'five', 'six'];
const rounds = inOrder.map((question) => ({ question, answer: 'Yes.' }));

forEachDatabase('rounds of the same millisecond are listed in order of their conversation', async (db) => {
  const first = await seedConversation(db, rounds);
  const second = await seedConversation(db, rounds, { agent: first });
  const { agentId } = first;
  const listed = await listQa(db.query, { agentId }, { limit: 50, offset: 0 });
  const exported = await Array.fromAsync(walkRounds(db.query, { agentId, endMs: 1 }));
  for (const { conversationId } of [first, second]) {
    assert.deepEqual(
      listed.filter((round) => round.conversationId === conversationId).map(({ question }) => question),
      inOrder.toReversed(),
    );
    assert.deepEqual(
      exported
        .filter((round) => round.conversation_id === conversationId)
        .map((round) => round.question_text),
      inOrder,
    );
  }
});

forEachDatabase('pages of rounds of one millisecond list each round once', async (db) => {
  const { agentId } = await seedConversation(db, rounds);
  const received: string[] = [];
  for (let offset = 0; offset < rounds.length; offset += 2)
    for (const { question } of await listQa(db.query, { agentId }, { limit: 2, offset }))
      received.push(question);
  assert.deepEqual(received.toSorted(), inOrder.toSorted());
});

const page = { limit: 100, offset: 99_900 };
const agentId = 'a'.repeat(24);
const range = { startMs: 1000, endMs: 10 ** 12 };

test('a list of questions and answers scans its own index (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const rounds: [filter: object, index: string][] = [
      [{}, 'rounds_listed'],
      [range, 'rounds_listed'],
      [{ feedback: 'NONE', ...range }, 'rounds_listed'],
      [{ feedback: 'GOOD' }, 'rounds_rated'],
      [{ feedback: 'BAD', ...range }, 'rounds_rated'],
    ];
    for (const [filter, index] of rounds)
      assertWalksIndex(await planOf(db, qaQuery(db.query, { agentId, ...filter }, page)), index);
  } finally {
    await release();
  }
});
