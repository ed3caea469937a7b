import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases.ts';
import {
  type SeededConversation,
  type SeededRound,
  seedConversation,
  seedRounds,
} from '../../test/support/seed-conversation.ts';
import { type Agent, completeSettings } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { JobContext, JobHandler } from '../jobs/index.ts';
import { systemClock } from '../lib/clock.ts';
import { countTokens } from '../lib/tokens.ts';
import { createMemory } from './memory.ts';
import type { MemoryEmbedder } from './vectors.ts';

type MemoryOptions = Partial<Parameters<typeof createMemory>[0]>;

/** Memory whose jobs run when the test says so. */
const openMemory = (db: Database, options: MemoryOptions = {}) => {
  const enqueued = new Map<string, unknown>();
  let handler: JobHandler<unknown> | undefined;
  const warnings: string[] = [];
  const memory = createMemory({
    db,
    clock: systemClock,
    log: { warn: (_, message) => void warnings.push(message) },
    jobs: {
      define: (_, defined) => {
        handler = defined as JobHandler<unknown>;
      },
      enqueue: async (_tx, _queue, payload, given) => {
        enqueued.set(given?.id ?? '', payload);
        return '';
      },
    },
    ...options,
  });
  const context = { signal: new AbortController().signal, heartbeat: async () => true } as JobContext;
  const distil = async (conversationId: string, keepTokens = 0, summaryTokens = 200): Promise<void> =>
    handler!({ conversationId, keepTokens, summaryTokens }, context);
  /** Runs what was enqueued; tells how many jobs that were. */
  const runJobs = async (): Promise<number> => {
    const payloads = [...enqueued.values()];
    enqueued.clear();
    for (const payload of payloads) await handler!(payload, context);
    return payloads.length;
  };
  return { memory, distil, runJobs, warnings };
};

type Opened = ReturnType<typeof openMemory>['memory'];

const recallFor = (
  memory: Opened,
  { agentId, conversationId, userId }: SeededConversation,
  query: string,
  options: { scope?: 'conversation' | 'user'; olderThanSequence?: number; limit?: number } = {},
) =>
  memory.recall({
    agentId,
    conversationId,
    userId,
    scope: 'conversation',
    query,
    olderThanSequence: 1000,
    limit: 5,
    signal: new AbortController().signal,
    ...options,
  });

const subjects = ['bicycle', 'volcano', 'sandwich', 'trumpet', 'lighthouse', 'penguin', 'library', 'carpet'];
const subjectRounds: SeededRound[] = subjects.map((subject, index) => ({
  question: `What do you know about the ${subject}?`,
  answer: `The ${subject} is described on shelf ${index + 1}.`,
}));

const agentOf = ({ agentId, workspaceId }: SeededConversation, memory: object): Agent => ({
  id: agentId,
  workspaceId,
  name: 'Agent',
  kind: 'simple',
  apiEnabled: true,
  settings: completeSettings({ memory }),
  version: 1,
  createdAtMs: 1,
  updatedAtMs: 1,
  deleted: false,
});

forEachDatabase('what was distilled is recalled by its subject, best first', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db);
  await distil(conversation.conversationId);
  const recalled = await recallFor(memory, conversation, 'tell me of that lighthouse again');
  assert.match(recalled[0]!.text, /lighthouse is described on shelf 5/);
  assert.equal(recalled[0]!.conversationId, conversation.conversationId);
  assert.ok(recalled.every(({ score }) => score > 0 && score <= 1));
});

forEachDatabase('a round that fell out is recalled even before it is distilled', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory } = openMemory(db);
  const [first] = await recallFor(memory, conversation, 'the volcano?', { olderThanSequence: 5 });
  assert.match(first!.text, /shelf 2/);
  assert.deepEqual(await recallFor(memory, conversation, 'the library?', { olderThanSequence: 5 }), []);
});

forEachDatabase(
  'recall stays within the conversation, the user and the agent it is asked for',
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

forEachDatabase(
  'facts are recalled by what they tell, in several languages, and the newest holds',
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

forEachDatabase('a crash before the commit leaves nothing, and the next try does it all', async (db) => {
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

forEachDatabase('rounds without an answer leave no memory, and one under way is waited for', async (db) => {
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

forEachDatabase('the newest rounds that fit the kept tokens are left for later', async (db) => {
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

/** Meaning by first letters: enough to find what shares no word. */
const embedderOf = (overrides: Partial<MemoryEmbedder> = {}): MemoryEmbedder => ({
  modelId: 'meanings-1',
  embed: async (texts) =>
    texts.map((text) => Float32Array.of(...(/bicycle|two wheels/.test(text) ? [1, 0] : [0, 1]))),
  calibrate: (cosine) => cosine,
  ...overrides,
});
const only = (embedder: MemoryEmbedder) => ({ all: [embedder], for: () => embedder });

forEachDatabase('with an embedder what shares no word is recalled by meaning', async (db) => {
  const conversation = await seedConversation(db, subjectRounds);
  const { memory, distil } = openMemory(db, { embedders: only(embedderOf()) });
  await distil(conversation.conversationId);
  const [first] = await recallFor(memory, conversation, 'two wheels');
  assert.match(first!.text, /bicycle/);
});

forEachDatabase('an embedder that fails or never answers leaves recall to the words', async (db) => {
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
    assert.equal(total, 4, 'stored all the same');
    for (const modelId of ['meanings-1', 'meanings-2']) {
      const { memory, distil } = openMemory(db, { embedders: only(embedderOf({ modelId })) });
      assert.deepEqual(await recallFor(memory, conversation, 'two wheels'), []);
      await distil(conversation.conversationId);
      assert.match((await recallFor(memory, conversation, 'two wheels'))[0]!.text, /bicycle/);
    }
  },
);

forEachDatabase('the summary keeps what the user said of themselves and stays under its cap', async (db) => {
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

forEachDatabase('a model writes the summary where there is one, within the cap, and may fail', async (db) => {
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

forEachDatabase('a removed memory is not recalled, not summarised and not distilled again', async (db) => {
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

forEachDatabase('forgetting a conversation or a user takes what is not distilled yet as well', async (db) => {
  const first = await seedConversation(db, subjectRounds);
  const second = await seedConversation(db, subjectRounds, { agent: first });
  const { memory, distil } = openMemory(db);
  await distil(first.conversationId);
  await db.transaction((tx) => memory.removeConversation(tx, first.conversationId));
  assert.deepEqual(await recallFor(memory, first, 'penguin'), []);
  assert.equal((await recallFor(memory, second, 'penguin')).length, 1, 'the other one is left alone');
  await db.transaction((tx) => memory.removeUser(tx, second.agentId, second.userId));
  await distil(second.conversationId);
  assert.deepEqual(await recallFor(memory, second, 'penguin', { scope: 'user' }), []);
});

forEachDatabase('memories move with their user, also those distilled after the move', async (db) => {
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

forEachDatabase('jobs are asked for now and then, and at no time is an old round forgotten', async (db) => {
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
    await seedRounds(
      db,
      conversation,
      [{ question: `What is item${sequence}x?`, answer: 'It is a part.' }],
      sequence,
    );
    await db.query.updateTable('conversations').set({ message_count: sequence }).execute();
    await db.transaction((tx) => memory.afterRound(tx, { agent, conversationId, sequence }));
    jobs += await runJobs();
  }
  assert.ok(jobs > 1 && jobs <= rounds / 3, `${jobs} jobs for ${rounds} rounds`);
});

forEachDatabase('a pasted book and broken characters are distilled within bounds', async (db) => {
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
