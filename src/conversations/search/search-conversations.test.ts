import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
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

const search = (db: Database, agent: Agent, words: string, filters: RoundFilters = {}, limit = 10) =>
  searchConversations(db.query, { ...agent, words, filters, limit });

/** Conversations with one round each, by their question. */
const seedQuestions = async (db: Database, questions: readonly string[], answer = 'Yes.') => {
  const { workspaceId, agentId } = await seedConversation(db, []);
  const agent = { workspaceId, agentId };
  const ids = new Map<string, string>();
  for (const [index, question] of questions.entries()) {
    const { conversationId } = await seedConversation(db, [{ question, answer }], { agent });
    await db.query
      .updateTable('rounds')
      .set({ created_at: 1000 + index })
      .where('conversation_id', '=', conversationId)
      .execute();
    ids.set(conversationId, question);
  }
  await catchUp(db);
  const find = async (words: string, filters: RoundFilters = {}): Promise<string[]> =>
    (await search(db, agent, words, filters)).items.map(({ conversation }) => ids.get(conversation.id)!);
  return { agent, find };
};

forEachDatabase('words, phrases and beginnings of words are found in any case and script', async (db) => {
  const { find } = await seedQuestions(db, [
    'Ärger mit dem Paket',
    'ΣΊΣΥΦΟΣ',
    'Where is my order A-1234?',
    'My parcel is not here',
    'Is my parcel here?',
    '我想退款,怎么办',
    '退貨流程是什麼',
    'snake_case and cafe\u0301',
    'ฉันต้องการคืนสินค้า',
  ]);
  assert.deepEqual(await find('parcel'), ['Is my parcel here?', 'My parcel is not here']);
  assert.deepEqual(await find('here PARCEL my'), ['Is my parcel here?', 'My parcel is not here']);
  assert.deepEqual(await find('"parcel here"'), ['Is my parcel here?']);
  assert.deepEqual(await find('“my parcel” not'), ['My parcel is not here']);
  assert.deepEqual(await find('parc'), []);
  assert.deepEqual(await find('parc*'), ['Is my parcel here?', 'My parcel is not here']);
  for (const words of ['ärger', 'ARGER', 'a\u0308rger', '"ÄRGER MIT"'])
    assert.deepEqual(await find(words), ['Ärger mit dem Paket'], words);
  assert.deepEqual(await find('σίσυφοσ'), ['ΣΊΣΥΦΟΣ']);
  for (const words of ['A-1234', 'a1234 OR', '1234', '"order a 1234"'].filter((one) => !one.includes('OR')))
    assert.deepEqual(await find(words), ['Where is my order A-1234?'], words);
  assert.deepEqual(await find('1234-A'), []);
  for (const words of ['退款', '想退款', '款', '怎么办'])
    assert.deepEqual(await find(words), ['我想退款,怎么办'], words);
  assert.deepEqual(
    await find('退货'),
    ['退貨流程是什麼'],
    'traditional characters are found by simplified ones',
  );
  assert.deepEqual(await find('退'), ['退貨流程是什麼', '我想退款,怎么办']);
  assert.deepEqual(await find('CAFÉ'), ['snake_case and cafe\u0301']);
  assert.deepEqual(await find('คืนสินค้า'), ['ฉันต้องการคืนสินค้า']);
  assert.deepEqual(await find('elsewhere'), []);
});

forEachDatabase(
  'operators of the databases are ordinary text, and unusable input has a clear error',
  async (db) => {
    const { find, agent } = await seedQuestions(db, ['A NOT b OR near', 'Plain']);
    assert.deepEqual(await find('NOT'), ['A NOT b OR near']);
    for (const words of [
      'NEAR(a b)',
      'a AND (b',
      '"unclosed a',
      "a' | '!b",
      'terms:a',
      '^a',
      'a:*',
      '{a}',
      "a'::tsquery",
      '\\a',
      'a <-> b',
      '"""a"""',
      'a\u0000',
    ])
      assert.ok(Array.isArray(await find(words)), words);
    for (const words of ['""', '***', '. , !', '"""', "'"])
      await assert.rejects(find(words), /words must contain a letter or a digit/, words);
    await assert.rejects(find(''), /words or a filter/);
    await assert.rejects(find(Array.from({ length: 25 }, (_, at) => `w${at}`).join(' ')), /at most 24 words/);
    await assert.rejects(find('字'.repeat(100)), /at most 24 words/);
    await assert.rejects(
      searchConversations(db.query, { ...agent, words: 'a', filters: {}, limit: 1, cursor: "1'--" }),
      /cursor must be/,
    );
  },
);

forEachDatabase(
  'answers, replies of people, file names, user ids and e-mail addresses are found',
  async (db) => {
    const { agent } = await seedQuestions(db, []);
    const seeded = await seedConversation(
      db,
      [{ question: 'Hello', answer: 'Use the **blue** [form](https://x.example/a).' }],
      {
        agent,
        userId: 'customer-77',
      },
    );
    const files = [
      { type: 'file', fileId: 'f', name: 'invoice_2024.pdf', mediaType: 'application/pdf', sizeBytes: 1 },
    ];
    await db.query
      .updateTable('rounds')
      .set({
        question: JSON.stringify(files),
        human_text: 'Greetings from Margarethe',
        heard_text: 'spoken words',
      })
      .where('conversation_id', '=', seeded.conversationId)
      .execute();
    await db.query
      .insertInto('user_properties')
      .values({
        agent_id: agent.agentId,
        user_id: 'customer-77',
        name: 'email',
        value: 'ada@example.com',
        updated_at: 1,
      })
      .execute();
    await catchUp(db);
    const sourceOf = async (words: string) => (await search(db, agent, words)).items[0]?.snippet;
    assert.equal((await sourceOf('margarethe'))?.source, 'person');
    assert.equal((await sourceOf('invoice'))?.source, 'file');
    assert.equal((await sourceOf('spoken'))?.source, 'question');
    assert.equal((await sourceOf('customer-77'))?.source, 'user');
    assert.equal((await sourceOf('ada@example.com'))?.source, 'user');
    assert.equal(await sourceOf('com@ada'), undefined, 'an address is a phrase');
    assert.deepEqual(await sourceOf('blue'), {
      source: 'answer',
      parts: [
        { text: 'Use the ', isMatch: false },
        { text: 'blue', isMatch: true },
        { text: ' form.', isMatch: false },
      ],
    });
  },
);

forEachDatabase('a phrase does not reach from the question into the answer', async (db) => {
  const { find } = await seedQuestions(db, ['Where is it'], 'here now');
  assert.deepEqual(await find('"it here"'), []);
  assert.deepEqual(await find('it here'), ['Where is it']);
});

forEachDatabase('all conditions apply to one round, and every change of it is followed', async (db) => {
  const { agent } = await seedQuestions(db, []);
  const seeded = await seedConversation(
    db,
    [
      { question: 'What does the parcel cost today?', answer: '' },
      { question: 'Wo ist mein Paket geblieben, und wann kommt es an?', answer: '', status: 'failed' },
    ],
    { agent },
  );
  const rounds = await db.query.selectFrom('rounds').select('id').orderBy('sequence').execute();
  const count = async (words: string, filters: RoundFilters): Promise<number> => {
    await catchUp(db);
    return (await search(db, agent, words, filters)).items.length;
  };
  const change = (values: object) =>
    db.query.updateTable('rounds').set(values).where('id', '=', rounds[0]!.id).execute();
  assert.equal(await count('', { failed: true }), 1);
  assert.equal(await count('parcel', { failed: true }), 0);
  assert.equal(await count('paket', { failed: true, language: 'de', channel: 'API', userId: 'user-1' }), 1);
  assert.equal(await count('', { language: 'en' }), 1);
  assert.equal(await count('', { language: 'fr' }), 0);
  assert.equal(await count('', { channel: 'WIDGET' }), 0);
  assert.equal(await count('', { userId: 'user' }), 0);
  assert.equal(await count('', { feedback: 'BAD' }), 0);
  await change({ feedback: 'BAD', quality: 'UNRESOLVED' });
  assert.equal(await count('cost', { feedback: 'BAD', quality: 'UNRESOLVED' }), 1);
  assert.equal(await count('', { feedback: 'BAD', failed: true }), 0);
  await change({ feedback: 'GOOD' });
  assert.equal(await count('', { feedback: 'BAD' }), 0);
  await db.query
    .insertInto('traces')
    .values({ round_id: rounds[0]!.id, steps: JSON.stringify([{ kind: 'tool', name: 'Look up: ORDER' }]) })
    .execute();
  await db.query
    .insertInto('citations')
    .values({
      round_id: rounds[0]!.id,
      position: 0,
      data_id: 'd'.repeat(24),
      chunk_id: '',
      data_name: '',
      source_url: '',
      content: '',
      score: 1,
      spans: '[]',
    })
    .execute();
  await change({ quality: 'NONE' });
  assert.equal(await count('', { tool: 'Look up: ORDER', documentId: 'd'.repeat(24) }), 1);
  assert.equal(await count('', { tool: 'look up: order' }), 0);
  await change({ replaced_by: rounds[1]!.id });
  assert.equal(await count('cost', {}), 0, 'a replaced round is not found');
  await db.query
    .updateTable('rounds')
    .set({ user_id: 'moved' })
    .where('conversation_id', '=', seeded.conversationId)
    .execute();
  assert.equal(await count('', { userId: 'moved', failed: true }), 1);
});

forEachDatabase('deleted conversations and agents leave the index', async (db) => {
  const { agent, find } = await seedQuestions(db, ['first parcel', 'second parcel']);
  const { items } = await search(db, agent, 'second');
  await db.transaction((tx) => deleteConversations(tx, [items[0]!.conversation.id]));
  assert.deepEqual(await find('parcel'), ['first parcel']);
  const entries = () => db.query.selectFrom('search_entries').select('position').execute();
  assert.equal((await entries()).length, 1);
  await db.query.updateTable('agents').set({ deleted_at: 5 }).where('id', '=', agent.agentId).execute();
  await catchUp(db);
  assert.deepEqual(await entries(), []);
  assert.deepEqual(await db.query.selectFrom('search_buckets').selectAll().execute(), []);
  assert.deepEqual(await db.query.selectFrom('search_changes').selectAll().execute(), []);
});

forEachDatabase(
  'pages follow each other without gaps, and other agents and workspaces are not searched',
  async (db) => {
    const questions = Array.from({ length: 7 }, (_, at) => `parcel ${at}`);
    const { agent } = await seedQuestions(db, questions);
    const other = await seedConversation(db, [{ question: 'parcel elsewhere', answer: '' }]);
    const { workspaceId } = agent;
    const sibling = await seedConversation(db, [{ question: 'parcel of a colleague', answer: '' }]);
    await db.query
      .updateTable('agents')
      .set({ workspace_id: workspaceId })
      .where('id', '=', sibling.agentId)
      .execute();
    await db.query
      .updateTable('rounds')
      .set({ workspace_id: workspaceId, created_at: 1003 })
      .where('agent_id', '=', sibling.agentId)
      .execute();
    // A conversation that matches often is listed once.
    const long = await seedConversation(db, [], { agent });
    await seedRounds(
      db,
      long,
      Array.from({ length: 30 }, (_, at) => ({ question: `parcel again ${at}`, answer: '' })),
    );
    await catchUp(db);
    const read = async (scope: {
      workspaceId: string;
      agentId?: string;
      startMs?: number;
      endMs?: number;
    }) => {
      const found: string[] = [];
      let pages = 0;
      for (let cursor: string | undefined; ; ) {
        const page = await searchConversations(db.query, {
          ...scope,
          words: 'parcel',
          filters: {},
          limit: 2,
          cursor,
        });
        assert.ok(page.items.length <= 2);
        for (const { snippet } of page.items) found.push(snippet.parts.map(({ text }) => text).join(''));
        pages += 1;
        cursor = page.next;
        if (cursor === undefined) return { found, pages };
      }
    };
    const own = await read(agent);
    assert.deepEqual(own.found.slice(0, 7), questions.toReversed());
    assert.ok(own.found.length >= 8 && own.found.slice(7).every((text) => text.startsWith('parcel again')));
    const { found } = await read({ workspaceId });
    assert.deepEqual(found.slice(0, 8), [
      ...questions.slice(4).toReversed(),
      ...found.slice(3, 5),
      ...questions.slice(0, 3).toReversed(),
    ]);
    assert.deepEqual(new Set(found.slice(3, 5)), new Set(['parcel 3', 'parcel of a colleague']));
    assert.ok(!found.includes('parcel elsewhere'));
    assert.deepEqual((await read({ ...agent, startMs: 1002, endMs: 1003 })).found, ['parcel 3', 'parcel 2']);
    assert.deepEqual((await read({ workspaceId: other.workspaceId })).found, ['parcel elsewhere']);
  },
);
