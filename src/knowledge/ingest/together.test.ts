import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge, plainRecognition } from '../../../test/support/knowledge/open-knowledge.ts';
import { createWordEmbedder, wordEmbedders } from '../../../test/support/knowledge/word-embedders.ts';
import { eventually } from '../../../test/support/time/eventually.ts';
import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import { isPlainText, RecognitionError } from '../../recognition/index.ts';
import { mostSmallBytes } from '../queues.ts';

const texts = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `# Note ${at}\n\n${`alpha${at} beta gamma delta `.repeat(3 * (at + 1))}`,
  );

const statuses = async (db: Database, agent: Agent): Promise<Record<string, number>> => {
  const rows = await db.query
    .selectFrom('documents')
    .select(['status', 'fail_reason'])
    .where('agent_id', '=', agent.id)
    .execute();
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.fail_reason ?? row.status)].map(([key, all]) => [key, all.length]),
  );
};

const storedContent = async (db: Database, agent: Agent) => {
  const chunks = await db.query
    .selectFrom('documents')
    .innerJoin('chunks', 'chunks.upload_id', 'documents.served_upload_id')
    .innerJoin('chunk_vectors', 'chunk_vectors.chunk_number', 'chunks.number')
    .innerJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
    .select([
      'documents.name',
      'documents.models',
      'documents.chunk_count',
      'documents.token_count',
      'documents.char_count',
      'chunks.position',
      'chunks.content',
      'chunks.heading_path',
      'chunks.terms',
      'chunks.term_count',
      'chunk_vectors.vector',
      'document_uploads.words',
      'document_uploads.terms_version',
    ])
    .where('documents.agent_id', '=', agent.id)
    .orderBy('documents.sequence')
    .orderBy('chunks.position')
    .execute();
  return chunks.map((row) => ({ ...row, name: '', terms: Buffer.from(row.terms).toString('hex') }));
};

forEachDatabase('documents added together get the same content as documents added one by one', async (db) => {
  let now = Date.now();
  // Every reading differs, so that the documents of one transaction can be told from the others.
  const clock = { nowMs: () => (now += 1) };
  const test = await openKnowledge(db, { clock });
  try {
    const [together, alone] = [await test.newAgent(), await test.newAgent()];
    await test.add(together, texts(24));
    for (const text of texts(24)) await test.add(alone, [text]);
    const content = await storedContent(db, together);
    assert.ok(content.length > 24);
    assert.deepEqual(content, await storedContent(db, alone));
    const groups = await db.query
      .selectFrom('documents')
      .select('updated_at')
      .distinct()
      .where('agent_id', '=', together.id)
      .execute();
    assert.ok(groups.length <= 12, `${groups.length} transactions for 24 documents`);
  } finally {
    await test.close();
  }
});

forEachDatabase('a document that cannot be read, and one that cannot be paid, fail alone', async (db) => {
  const test = await openKnowledge(db);
  try {
    const [rich, poor] = [
      await test.newAgent(),
      await test.newAgent({ prices: { indexingPerMillion: '100' } }),
    ];
    // Enough for the check of each document, but not for all of them together.
    await db.query
      .updateTable('workspaces')
      .set({ balance_nano: 1_000_000 })
      .where('id', '=', poor.workspaceId)
      .execute();
    await Promise.all([
      test.add(rich, [...texts(10), 'DAMAGED', ...texts(10)]),
      test.add(poor, Array(8).fill('four words and more')),
    ]);
    assert.deepEqual(await statuses(db, rich), { ACTIVE: 20, [new RecognitionError('damaged').message]: 1 });
    const { ACTIVE: paid, ...unpaid } = await statuses(db, poor);
    const [refused] = Object.entries(unpaid);
    assert.match(refused![0], /^Not enough credits/);
    assert.deepEqual([paid! > 0, paid! + refused![1]], [true, 8]);
    const entries = await db.query
      .selectFrom('ledger_entries')
      .select('id')
      .where('agent_id', '=', poor.id)
      .execute();
    assert.equal(entries.length, paid);
  } finally {
    await test.close();
  }
});

forEachDatabase('a document whose job was lost does not keep the others from being served', async (db) => {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const embedder = createWordEmbedder({
    before: () => {
      waiting += 1;
      return gate.promise;
    },
  });
  const test = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await test.newAgent();
    const adding = test.add(agent, texts(6)).catch(() => {});
    await eventually('all are embedded', async () => waiting === 6);
    const lost = await db.query.selectFrom('jobs').select('id').orderBy('sequence').executeTakeFirstOrThrow();
    await db.query
      .updateTable('jobs')
      .set({ leased_by: 'another process', attempt: 7 })
      .where('id', '=', lost.id)
      .execute();
    gate.resolve();
    await eventually('the others are served', async () => (await statuses(db, agent)).ACTIVE === 5);
    const [left, ...more] = await db.query.selectFrom('jobs').select(['id', 'leased_by']).execute();
    assert.deepEqual([left?.id, left?.leased_by, more], [lost.id, 'another process', []]);
    const chunks = await storedContent(db, agent);
    assert.equal(new Set(chunks.map((row) => row.words)).size, 5);
    await db.query.deleteFrom('jobs').execute();
    await adding;
  } finally {
    await test.close();
  }
});

forEachDatabase('small documents do not wait for large ones and for scans', async (db) => {
  const gate = Promise.withResolvers<void>();
  const isLong = (text: string): boolean => text.includes('enormous');
  const embedder = createWordEmbedder({
    before: async (given) => {
      if (given.some(isLong)) await gate.promise;
    },
  });
  const test = await openKnowledge(db, {
    embedders: wordEmbedders(embedder),
    recognition: {
      recognise: async (input, options) => {
        if (input.declaredFormat === 'pdf') await gate.promise;
        return plainRecognition.recognise(input, options);
      },
    },
  });
  try {
    const [agent, other] = [await test.newAgent(), await test.newAgent()];
    const large = 'enormous tables '.repeat(mostSmallBytes / 12);
    const adding = test.add(agent, [...Array(5).fill(large), ...Array(5).fill('%PDF-1.4 enormous')]);
    await eventually('long documents are processed', async () => {
      const rows = await db.query
        .selectFrom('documents')
        .select(['format', 'stage'])
        .where('status', '=', 'PROCESSING')
        .execute();
      return ['txt', 'pdf'].every((format) => rows.filter((row) => row.format === format).length === 3);
    });
    void test.add(agent, texts(50)).catch(() => {});
    void test.add(other, texts(50)).catch(() => {});
    await eventually('the small documents are served', async () => {
      const [own, others] = [await statuses(db, agent), await statuses(db, other)];
      return own.ACTIVE === 50 && others.ACTIVE === 50;
    });
    gate.resolve();
    await adding;
    assert.deepEqual(await statuses(db, agent), { ACTIVE: 60 });
  } finally {
    await test.close();
  }
});

forEachDatabase('plain texts are read without a recognition worker', async (db) => {
  const test = await openKnowledge(db, {
    recognition: { isPlainText, recognise: () => Promise.reject(new Error('a worker was asked')) },
  });
  try {
    const agent = await test.newAgent();
    const { documents } = await test.knowledge.documents.add({
      agent,
      creator: { id: 'tester', email: '' },
      knowledgeBaseId: undefined,
      kind: 'text',
      files: [
        { name: 'latin.txt', source: { bytes: Buffer.from('Le caf\xe9 est ferm\xe9 le lundi.', 'latin1') } },
        { name: 'wide.txt', source: { bytes: Buffer.from('\ufeffThe pool is open.', 'utf16le') } },
        { name: 'notes.md', source: { bytes: Buffer.from('# Title\n\nSome *text*.') } },
        { name: 'blank.txt', source: { bytes: Buffer.from(' \n\t\n') } },
      ].map((file) => ({ ...file, sourceUrl: '' })),
      cutting: { chunkTokens: 200, splitter: '', headerRows: 1 },
      idempotencyKey: undefined,
    });
    await test.settle();
    assert.equal(documents.length, 4);
    const chunks = await storedContent(db, agent);
    assert.deepEqual(
      chunks.map(({ content, heading_path }) => [heading_path, content]),
      [
        ['[]', 'Le café est fermé le lundi.'],
        ['[]', 'The pool is open.'],
        ['["Title"]', '# Title\n\nSome *text*.'],
      ],
    );
    assert.deepEqual(await statuses(db, agent), { ACTIVE: 3, [new RecognitionError('no-text').message]: 1 });
  } finally {
    await test.close();
  }
});
