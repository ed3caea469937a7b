import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import {
  agentOf,
  openMemory,
  recallFor,
  subjectRounds,
  subjects,
} from '../../test/support/memory/open-memory.ts';
import {
  type SeededRound,
  seedConversation,
  seedRounds,
} from '../../test/support/memory/seed-conversation.ts';
import { createJobs } from '../jobs/index.ts';
import { systemClock } from '../lib/clock.ts';
import { createMemory } from './memory.ts';

const asEnded = ({ question, answer }: SeededRound) => ({
  id: 'round',
  status: 'done',
  question,
  answer,
  files: '',
  human_session_id: null,
  createdAtMs: 1,
});

forEachDatabase('a removed memory is not recalled, summarised or distilled again', async (db) => {
  const conversation = await seedConversation(db, [
    { question: 'My name is Grace Hopper.', answer: 'Hello.' },
    ...subjectRounds,
  ]);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId);
  const { memories } = await memory.list({ agentId: conversation.agentId }, { offset: 0, limit: 100 });
  const about = memories.filter(({ text }) => text.includes('Grace'));
  assert.equal(about.length, 2, 'the fact and the passage');
  assert.equal(await memory.remove('another-agent', about[0]!.id), false);
  for (const { id } of about) assert.equal(await memory.remove(conversation.agentId, id), true);
  assert.equal(await memory.remove(conversation.agentId, about[0]!.id), false);
  await distil(conversation.conversationId);
  const recalled = await recallFor(memory, conversation, 'What is my name? Grace Hopper');
  assert.ok(recalled.every(({ text }) => !text.includes('Grace')));
  const { summary } = await memory.shortTerm({
    conversationId: conversation.conversationId,
    beforeSequence: 10,
    budgetTokens: 20,
  });
  assert.doesNotMatch(summary, /Grace/);
  assert.match(summary, /lighthouse/);
});

forEachDatabase('deleting a conversation or a user also deletes what is not distilled yet', async (db) => {
  const first = await seedConversation(db, subjectRounds);
  const second = await seedConversation(db, subjectRounds, { agent: first });
  const { memory, distil } = openMemory(db);
  await distil(first.conversationId);
  await db.transaction((tx) => memory.removeConversation(tx, first.conversationId));
  assert.deepEqual(await recallFor(memory, first, 'penguin'), []);
  assert.equal((await recallFor(memory, second, 'penguin')).length, 1, 'the other one is unchanged');
  await db.transaction((tx) => memory.removeUser(tx, second.agentId, second.userId));
  await distil(second.conversationId);
  assert.deepEqual(await recallFor(memory, second, 'penguin', { scope: 'user' }), []);
});

forEachDatabase('memories move with their user, including those distilled after the move', async (db) => {
  const before = await seedConversation(db, subjectRounds, { userId: 'guest' });
  const { memory, distil } = openMemory(db);
  await distil(before.conversationId);
  await db.transaction((tx) =>
    memory.moveUser(tx, { agentId: before.agentId, fromUserId: 'guest', toUserId: 'ada' }),
  );
  const of = async (userId: string) =>
    (await memory.list({ agentId: before.agentId, userId }, { offset: 0, limit: 1 })).total;
  assert.deepEqual([await of('guest'), await of('ada')], [0, subjects.length]);
});

forEachDatabase('jobs are enqueued from time to time, and no old round is ever missed', async (db) => {
  const conversation = await seedConversation(db, []);
  const { memory, runJobs } = openMemory(db);
  const agent = agentOf(conversation, { shortTermTokens: 250 });
  const { conversationId } = conversation;
  let jobs = 0;
  const rounds = 40;
  for (let sequence = 1; sequence <= rounds; sequence += 1) {
    const window = await memory.shortTerm({ conversationId, beforeSequence: sequence, budgetTokens: 250 });
    if (window.oldestSequence > 1) {
      const [found] = await recallFor(memory, conversation, 'what is item1x', {
        olderThanSequence: window.oldestSequence,
      });
      assert.match(found!.text, /item1x/);
    }
    const round = { question: `What is item${sequence}x?`, answer: 'It is a part.' };
    await seedRounds(db, conversation, [round], sequence);
    await db.query.updateTable('conversations').set({ message_count: sequence }).execute();
    await db.transaction((tx) =>
      memory.afterRound(tx, {
        agent,
        conversationId,
        sequence,
        userId: conversation.userId,
        ended: asEnded(round),
        fileMemories: [],
      }),
    );
    jobs += await runJobs();
  }
  assert.ok(jobs > 1 && jobs <= rounds / 3, `${jobs} jobs for ${rounds} rounds`);
});

forEachDatabase('the jobs of the service distil ended rounds', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const jobs = createJobs({ db, clock: systemClock, log: { info() {}, warn() {}, error() {} } });
  const memory = createMemory({ db, clock: systemClock, jobs, log: { warn() {} } });
  await jobs.start();
  const { agentId, conversationId } = conversation;
  const agent = agentOf(conversation, { shortTermTokens: 60 });
  await memory.shortTerm({ conversationId, beforeSequence: 9, budgetTokens: 60 });
  await db.transaction((tx) =>
    memory.afterRound(tx, {
      agent,
      conversationId,
      sequence: 8,
      userId: conversation.userId,
      ended: asEnded(subjectRounds[7]!),
      fileMemories: [],
    }),
  );
  const count = async () => (await memory.list({ agentId }, { offset: 0, limit: 1 })).total;
  while ((await count()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await jobs.stop({ graceMs: 1000 });
  assert.equal(await count(), subjects.length - 1, 'all but the newest, which fits half the window');
});
