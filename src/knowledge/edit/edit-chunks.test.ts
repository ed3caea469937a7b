import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { find, openKnowledge, type TestKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { createWordEmbedder, wordEmbedders } from '../../../test/support/knowledge/word-embedders.ts';
import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { Embedder } from '../embedders.ts';

const editor = { id: 'operator', email: 'ann@example.com' };
const topic = (word: string): string => `${word} is explained here. `.repeat(28).trim();
const text = `# Guide\n\n${topic('zebra')}\n\n${topic('walrus')}\n\n${topic('heron')}`;

const chunksOf = async ({ knowledge }: TestKnowledge, agent: Agent, documentId: string) =>
  (await knowledge.inspect.chunks(agent, documentId, { offset: 0, limit: 100 })).chunks;

const chunkWith = async (test: TestKnowledge, agent: Agent, documentId: string, word: string) =>
  (await chunksOf(test, agent, documentId)).find(({ content }) => content.includes(word))!;

const found = async (test: TestKnowledge, agent: Agent, query: string): Promise<string[]> =>
  (await find(test, agent, query, { rate: 0 })).map(({ content }) => content.slice(0, 40));

const figures = (db: Database, id: string) =>
  db.query
    .selectFrom('documents')
    .select(['chunk_count', 'token_count', 'char_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

forEachDatabase('an edited chunk is found by its new text at once, and no longer by the old', async (db) => {
  const embedder = createWordEmbedder();
  const test = await openKnowledge(db, { embedders: { all: [embedder], for: () => embedder } });
  try {
    const agent = await test.newAgent();
    const [documentId] = await test.add(agent, [text]);
    const chunk = await chunkWith(test, agent, documentId!, 'walrus');
    const before = await figures(db, documentId!);
    const embedded = embedder.texts.length;
    const edit = { agent, documentId: documentId!, chunkId: chunk.id, editor };
    await test.knowledge.chunks.change({
      ...edit,
      change: { content: 'The otter swims.', keywords: ['lutra'] },
    });
    assert.equal(embedder.texts.length, embedded + 1);
    assert.deepEqual(await found(test, agent, 'walrus'), []);
    assert.deepEqual(await found(test, agent, 'otter'), ['The otter swims.']);
    assert.deepEqual(await found(test, agent, 'lutra'), ['The otter swims.']);
    const [semantic] = await find(test, agent, 'otter swims', { rate: 1 });
    assert.equal(semantic!.content, 'The otter swims.');
    const edited = await chunkWith(test, agent, documentId!, 'otter');
    assert.equal(edited.id, chunk.id);
    assert.equal(edited.edit?.originalContent, chunk.content);
    assert.equal(edited.edit?.editorEmail, 'ann@example.com');
    assert.equal((await figures(db, documentId!)).chunk_count, before.chunk_count);

    await test.knowledge.chunks.restore(edit);
    assert.equal((await found(test, agent, 'walrus')).length, 1);
    assert.deepEqual(await found(test, agent, 'otter'), []);
    assert.equal((await chunkWith(test, agent, documentId!, 'walrus')).edit, null);
    assert.deepEqual(await figures(db, documentId!), before);
    await assert.rejects(test.knowledge.chunks.restore(edit), /was not edited/);
  } finally {
    await test.close();
  }
});

forEachDatabase('added, disabled and removed chunks take effect at once', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const [documentId] = await test.add(agent, [text]);
    const at = { agent, documentId: documentId!, editor };
    const before = await figures(db, documentId!);
    const [addedId] = await test.knowledge.chunks.add({
      ...at,
      chunks: [{ content: 'A badger digs.', keywords: [' meles  meles ', ''] }],
    });
    assert.deepEqual(await found(test, agent, 'badger'), ['A badger digs.']);
    const added = await chunkWith(test, agent, documentId!, 'badger');
    assert.deepEqual([added.id, added.keywords], [addedId, ['meles meles']]);
    assert.equal((await figures(db, documentId!)).chunk_count, before.chunk_count + 1);

    await test.knowledge.chunks.change({ ...at, chunkId: addedId!, change: { isEnabled: false } });
    assert.deepEqual(await found(test, agent, 'badger'), []);
    assert.equal((await figures(db, documentId!)).chunk_count, before.chunk_count);
    await test.knowledge.chunks.change({ ...at, chunkId: addedId!, change: { isEnabled: true } });
    assert.deepEqual(await found(test, agent, 'badger'), ['A badger digs.']);

    await test.knowledge.chunks.remove({ ...at, chunkId: addedId! });
    const zebra = await chunkWith(test, agent, documentId!, 'zebra');
    await test.knowledge.chunks.remove({ ...at, chunkId: zebra.id });
    assert.deepEqual(await found(test, agent, 'badger zebra'), []);
    assert.equal((await figures(db, documentId!)).chunk_count, before.chunk_count - 1);
  } finally {
    await test.close();
  }
});

forEachDatabase('edits survive newer content, with a mark if their original text is gone', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const [documentId] = await test.add(agent, [text]);
    const at = { agent, documentId: documentId!, editor };
    const idOf = async (word: string) => (await chunkWith(test, agent, documentId!, word)).id;
    const change = async (word: string, fields: { content?: string; isEnabled?: boolean }) =>
      test.knowledge.chunks.change({ ...at, chunkId: await idOf(word), change: fields });
    await change('zebra', { content: 'Edited zebras.' });
    await change('walrus', { content: 'Edited walrus.' });
    await change('heron', { isEnabled: false });
    await test.knowledge.chunks.add({ ...at, chunks: [{ content: 'Added by hand.' }] });

    await test.update(agent, documentId!, text.replaceAll('walrus is', 'walrus was'));
    await test.settle();
    const state = (await chunksOf(test, agent, documentId!)).map(({ content, isEnabled, edit }) => [
      content.slice(0, 16),
      isEnabled,
      edit?.hasConflict ?? null,
    ]);
    assert.deepEqual(state, [
      ['Edited zebras.', true, false],
      ['Edited walrus.', true, true],
      ['walrus was expla', true, null],
      ['heron is explain', false, false],
      ['Added by hand.', true, false],
    ]);
    assert.equal((await found(test, agent, 'walrus')).length, 2);
    assert.deepEqual(await found(test, agent, 'heron'), []);

    // Saving the edit keeps it as a chunk of its own; the next content has no conflict.
    await change('Edited walrus', {});
    await test.knowledge.inspect.reindex(agent, documentId!);
    await test.settle();
    assert.deepEqual(
      (await chunksOf(test, agent, documentId!)).filter(({ edit }) => edit?.hasConflict),
      [],
    );

    await test.knowledge.inspect.reindex(agent, documentId!, { keepsEdits: false });
    await test.settle();
    const replaced = await chunksOf(test, agent, documentId!);
    assert.equal(replaced.length, 3);
    assert.ok(replaced.every(({ edit, isEnabled }) => edit === null && isEnabled));
    assert.deepEqual(await db.query.selectFrom('chunk_edits').selectAll().execute(), []);
  } finally {
    await test.close();
  }
});

forEachDatabase('a document cannot be edited while newer content is processed', async (db) => {
  let release = () => {};
  let isHeld = false;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const embedder = createWordEmbedder({ before: async () => (isHeld ? held : undefined) });
  const test = await openKnowledge(db, { embedders: { all: [embedder], for: () => embedder } });
  try {
    const agent = await test.newAgent();
    const [documentId] = await test.add(agent, [text]);
    const chunk = await chunkWith(test, agent, documentId!, 'zebra');
    isHeld = true;
    await test.update(agent, documentId!, `${text}\n\n${topic('newt')}`);
    const at = { agent, documentId: documentId!, editor };
    await assert.rejects(
      test.knowledge.chunks.change({ ...at, chunkId: chunk.id, change: { content: 'x' } }),
      { kind: 'conflict' },
    );
    await assert.rejects(test.knowledge.chunks.add({ ...at, chunks: [{ content: 'x' }] }), {
      kind: 'conflict',
    });
    isHeld = false;
    release();
    await test.settle();
    await assert.rejects(
      test.knowledge.chunks.change({ ...at, chunkId: chunk.id, change: { content: 'x' } }),
      /no such chunk in the current content/,
    );
  } finally {
    release();
    await test.close();
  }
});

forEachDatabase('two edits of the same chunk at the same time: one is told to repeat it', async (db) => {
  const embedder = createWordEmbedder();
  const bothAreEmbedded = Promise.withResolvers<void>();
  const embedded = new Set<string>();
  // Each edit waits until the other one has read the chunk too.
  const embed: Embedder['embed'] = async (texts, ...rest) => {
    for (const content of ['First.', 'Second.'])
      if (texts.some((given) => given.includes(content))) {
        embedded.add(content);
        if (embedded.size === 2) bothAreEmbedded.resolve();
        await bothAreEmbedded.promise;
      }
    return embedder.embed(texts, ...rest);
  };
  const test = await openKnowledge(db, { embedders: wordEmbedders({ ...embedder, embed }) });
  try {
    const agent = await test.newAgent();
    const [documentId] = await test.add(agent, [text]);
    const { id: chunkId } = await chunkWith(test, agent, documentId!, 'zebra');
    const edits = await Promise.allSettled(
      ['First.', 'Second.'].map((content) =>
        test.knowledge.chunks.change({
          agent,
          documentId: documentId!,
          chunkId,
          editor,
          change: { content },
        }),
      ),
    );
    const refused = edits.filter((edit) => edit.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]!.reason), /changed meanwhile/);
    assert.equal((await found(test, agent, 'first second')).length, 1);
  } finally {
    await test.close();
  }
});

forEachDatabase('edits of other agents, empty texts and overlong texts are refused', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const stranger = await test.newAgent();
    const [documentId] = await test.add(agent, [text]);
    const { id: chunkId } = await chunkWith(test, agent, documentId!, 'zebra');
    const at = { agent, documentId: documentId!, editor, chunkId };
    const refused = (change: Record<string, unknown>, expected: object | RegExp, who = agent) =>
      assert.rejects(test.knowledge.chunks.change({ ...at, agent: who, change }), expected);
    await refused({ content: 'x' }, { kind: 'notFound' }, stranger);
    await refused({ content: ' \n ' }, /content must not be empty/);
    await refused({ content: 'x'.repeat(10_001) }, /content must have at most 10000 characters/);
    await refused({ keywords: ['k'.repeat(101)] }, /keywords must have at most 100 characters each/);
    await refused(
      { questions: ['Why?'] },
      /questions can be set only in a document of questions and answers/,
    );
    assert.equal((await found(test, agent, 'zebra')).length, 1);
  } finally {
    await test.close();
  }
});
