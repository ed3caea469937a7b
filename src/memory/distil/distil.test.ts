import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openMemory, recallFor, subjectRounds, subjects } from '../../../test/support/memory/open-memory.ts';
import { seedConversation, seedRounds } from '../../../test/support/memory/seed-conversation.ts';
import type { Database } from '../../db/index.ts';
import { countTokens } from '../../lib/tokens.ts';

forEachDatabase('distilling again, or twice at once, stores nothing twice', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db);
  const count = async () =>
    (await memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 1 })).total;
  await Promise.all([distil(conversation.conversationId), distil(conversation.conversationId)]);
  const once = await count();
  assert.equal(once, subjects.length);
  await distil(conversation.conversationId);
  assert.equal(await count(), once);
});

forEachDatabase('a crash before the commit stores nothing, and a retry stores everything', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  let crashed = false;
  const failing: Database = {
    ...db,
    query: db.query,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if (!crashed) {
          crashed = true;
          throw new Error('power cut');
        }
        return result;
      }),
  };
  const { memory, distil } = openMemory(failing);
  await assert.rejects(distil(conversation.conversationId), /power cut/);
  const list = () => memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 100 });
  assert.equal((await list()).total, 0);
  const marks = await db.query.selectFrom('conversations').select('summary_sequence').execute();
  assert.deepEqual(
    marks.map((mark) => mark.summary_sequence),
    [0],
  );
  await distil(conversation.conversationId);
  assert.equal((await list()).total, subjects.length);
});

forEachDatabase('a round without an answer makes no memory, and a running one is waited for', async (db) => {
  const conversation = await seedConversation(db, [
    { question: 'Broken volcano', answer: '', status: 'failed' },
    { question: 'About the penguin', answer: 'It swi', status: 'stopped' },
    { question: 'About the carpet', answer: '', status: 'running' },
  ]);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId);
  const { memories } = await memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 10 });
  assert.deepEqual(
    memories.map(({ text }) => text),
    ['About the penguin\n\n→ It swi'],
  );
  await db.query
    .updateTable('rounds')
    .set({ status: 'done', answer_text: 'It is soft.' })
    .where('sequence', '=', 3)
    .execute();
  await distil(conversation.conversationId);
  assert.match((await recallFor(memory, conversation, 'carpet'))[0]!.text, /It is soft/);
});

forEachDatabase('the newest rounds that fit into `keepTokens` are not distilled yet', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db);
  const { turns } = await memory.shortTerm({
    conversationId: conversation.conversationId,
    beforeSequence: 9,
    budgetTokens: 90,
  });
  assert.ok(turns.length > 0 && turns.length < 8);
  await distil(conversation.conversationId, 90);
  const { total } = await memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 1 });
  assert.equal(total, subjects.length - turns.length);
});

forEachDatabase('the summary has the facts that the user stated and stays within its limit', async (db) => {
  const rounds = Array.from({ length: 60 }, (_, index) => ({
    question: index === 3 ? 'My name is Grace Hopper.' : `Question ${index} about ${subjects[index % 8]}?`,
    answer: `Answer ${index}. And more words that are not needed.`,
  }));
  const conversation = await seedConversation(db, rounds);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId, 0, 120);
  const { summary, distilledSequence } = await memory.shortTerm({
    conversationId: conversation.conversationId,
    beforeSequence: 61,
    budgetTokens: 50,
  });
  assert.ok(countTokens(summary) <= 120);
  assert.match(summary, /My name is Grace Hopper/);
  assert.match(summary, /Question 59/);
  assert.doesNotMatch(summary, /Question 0 /);
  assert.equal(distilledSequence, 60);
});

forEachDatabase('a model writes the summary if there is one, within the limit, and may fail', async (db) => {
  const conversation = await seedConversation(db, subjectRounds.slice(0, 2));
  const asked: string[] = [];
  let answer = async (): Promise<string | undefined> => 'They spoke of bicycles.';
  const { memory, distil } = openMemory(db, {
    summarise: ({ previous, text }) => {
      asked.push(`${previous}|${text}`);
      return answer();
    },
  });
  const summary = async (beforeSequence: number) =>
    (
      await memory.shortTerm({
        conversationId: conversation.conversationId,
        beforeSequence,
        budgetTokens: 100,
      })
    ).summary;
  await distil(conversation.conversationId);
  assert.equal(await summary(3), 'They spoke of bicycles.');
  await seedRounds(db, conversation, subjectRounds.slice(2, 3), 3);
  await db.query.updateTable('conversations').set({ message_count: 3 }).execute();
  answer = async () => 'word '.repeat(5000);
  await distil(conversation.conversationId);
  assert.match(asked[1]!, /^They spoke of bicycles\.\|.*sandwich/);
  assert.ok(countTokens(await summary(4)) <= 200);
  await seedRounds(db, conversation, subjectRounds.slice(3, 4), 4);
  await db.query.updateTable('conversations').set({ message_count: 4 }).execute();
  answer = async () => Promise.reject(new Error('model down'));
  await distil(conversation.conversationId);
  assert.match(await summary(5), /trumpet/);
});

forEachDatabase('a very long message and broken characters are distilled within limits', async (db) => {
  const conversation = await seedConversation(db, [
    { question: 'x'.repeat(500_000), answer: '😀'.repeat(100_000) },
    { question: 'I live in '.repeat(50_000), answer: 'a@'.repeat(100_000) },
    { question: 'Where is the walrus?', answer: '在南极。'.repeat(30_000) },
  ]);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId);
  const { total, memories } = await memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 500 });
  assert.ok(total <= 3 * 60, `${total} memories`);
  assert.ok(memories.every(({ text }) => text.isWellFormed() && text.length <= 1300));
  assert.match((await recallFor(memory, conversation, 'walrus'))[0]!.text, /walrus/);
});
