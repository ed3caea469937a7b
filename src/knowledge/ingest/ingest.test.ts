import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import {
  find,
  openKnowledge,
  plainRecognition,
  type TestKnowledge,
} from '../../../test/support/knowledge/open-knowledge.ts';
import { createWordEmbedder, wordEmbedders } from '../../../test/support/knowledge/word-embedders.ts';
import { eventually } from '../../../test/support/time/eventually.ts';
import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import { nanoPerCredit } from '../../usage/index.ts';

const contents = async (test: TestKnowledge, agent: Agent, query: string): Promise<string[]> =>
  (await find(test, agent, query)).map((chunk) => chunk.content);

const progressOf = ({ knowledge }: TestKnowledge, agent: Agent, id: string) =>
  knowledge.inspect.progress(agent, id);

const countRows = async (db: Database, table: 'chunks' | 'chunk_vectors' | 'document_uploads' | 'files') => {
  const { count } = await db.query
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** A gate that blocks callers until it is opened. */
const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    pass: () => {
      waiting += 1;
      return promise;
    },
    open: resolve,
    isWaitedFor: () => waiting > 0,
  };
};

/** Paragraphs too long to share a chunk. */
const longText = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) => `# Part ${at}\n\n${`alpha${at} beta gamma delta `.repeat(30)}`,
  ).join('\n\n');

forEachDatabase(
  'the current page is reported, and parts that could not be read are stored as warnings',
  async (db) => {
    const gate = createGate();
    const test = await openKnowledge(db, {
      recognition: {
        recognise: async (input, options) => {
          options?.onProgress?.({ page: 7, pages: 20 });
          await gate.pass();
          return { ...(await plainRecognition.recognise(input)), warnings: ['2 pages are damaged'] };
        },
      },
    });
    try {
      const agent = await test.newAgent();
      const adding = test.add(agent, ['The pool is open.']);
      await eventually('the page is reported', async () => {
        const row = await db.query.selectFrom('documents').selectAll().executeTakeFirst();
        return row?.stage === 'parse' && row.stage_done === 7 && row.stage_total === 20;
      });
      gate.open();
      const [id] = await adding;
      const progress = await progressOf(test, agent, id!);
      assert.deepEqual([progress.status, progress.warnings], ['ACTIVE', ['2 pages are damaged']]);
    } finally {
      await test.close();
    }
  },
);

forEachDatabase('a document is charged by tokens, once, when it becomes searchable', async (db) => {
  let isAway = true;
  let batches = 0;
  const embedder = createWordEmbedder({
    before: async () => {
      batches += 1;
      if (isAway && batches === 2) throw new Error('the server went away');
    },
  });
  const nowMs = { value: Date.now() };
  const test = await openKnowledge(db, {
    embedders: wordEmbedders(embedder),
    clock: { nowMs: () => nowMs.value },
  });
  const entries = () =>
    db.query.selectFrom('ledger_entries').selectAll().where('kind', '=', 'knowledge_doc_indexing').execute();
  const workspace = (agent: Agent) =>
    db.query
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', agent.workspaceId)
      .executeTakeFirstOrThrow();
  try {
    const agent = await test.newAgent({ prices: { indexingPerMillion: '100' } });
    const setBalance = (nano: number) =>
      db.query
        .updateTable('workspaces')
        .set({ balance_nano: nano })
        .where('id', '=', agent.workspaceId)
        .execute();
    await setBalance(nanoPerCredit);
    const [id] = await test.add(agent, [longText(40)]);
    assert.equal((await progressOf(test, agent, id!)).status, 'PENDING');
    assert.deepEqual(await entries(), []);
    isAway = false;
    nowMs.value += 5000;
    await test.jobs.idle();
    await eventually(
      'the second attempt succeeded',
      async () => (await progressOf(test, agent, id!)).status === 'ACTIVE',
    );
    const [row] = await db.query.selectFrom('documents').select('token_count').execute();
    const [paid, ...others] = await entries();
    // 100 credits per million tokens: 100,000 nano credits per token.
    const price = row!.token_count * 100_000;
    assert.deepEqual([paid?.credits_nano, paid?.agent_id, others], [price, agent.id, []]);
    assert.equal((await workspace(agent)).balance_nano, nanoPerCredit - price);
    await setBalance(price - 1);
    batches = 2;
    const [refused] = await test.add(agent, [longText(40)]);
    const failed = await progressOf(test, agent, refused!);
    assert.deepEqual([failed.status, batches], ['FAILED', 2]);
    assert.match(failed.failReason!, /^Not enough credits/);
    await setBalance(price);
    assert.equal(await test.knowledge.documents.retryFailed(agent), 1);
    await test.settle();
    assert.equal((await progressOf(test, agent, refused!)).status, 'ACTIVE');
    const { balance_nano, reserved_nano } = await workspace(agent);
    assert.deepEqual([balance_nano, reserved_nano, (await entries()).length], [0, 0, 2]);
  } finally {
    await test.close();
  }
});

forEachDatabase('after a failed update the old content is still served, with the reason', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const [id] = await test.add(agent, ['The pool is open.']);
    await test.update(agent, id!, 'DAMAGED');
    await test.settle();
    const progress = await progressOf(test, agent, id!);
    assert.equal(progress.status, 'FAILED');
    assert.match(progress.failReason!, /damaged/);
    assert.equal(progress.isServing, true);
    assert.deepEqual(await contents(test, agent, 'pool'), ['The pool is open.']);

    await test.update(agent, id!, 'The pool is closed.');
    await test.settle();
    assert.equal((await progressOf(test, agent, id!)).status, 'ACTIVE');
    assert.deepEqual(await contents(test, agent, 'pool'), ['The pool is closed.']);
    assert.equal(await countRows(db, 'chunks'), 1);
    assert.equal(await countRows(db, 'files'), 1);
  } finally {
    await test.close();
  }
});

forEachDatabase('the newest of several updates is served, even if older ones end later', async (db) => {
  const gate = createGate();
  const embedder = createWordEmbedder({
    before: async (texts) => {
      if (texts.some((text) => text.includes('second'))) await gate.pass();
    },
  });
  const test = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await test.newAgent();
    const [id] = await test.add(agent, ['first version']);
    await test.update(agent, id!, 'second version');
    await eventually('the second version is being embedded', gate.isWaitedFor);
    assert.deepEqual(await contents(test, agent, 'version'), ['first version']);
    await test.update(agent, id!, 'third version');
    await eventually('the third is served', async () =>
      (await contents(test, agent, 'version')).includes('third version'),
    );
    gate.open();
    await test.settle();
    assert.deepEqual(await contents(test, agent, 'version'), ['third version']);
    assert.equal((await progressOf(test, agent, id!)).status, 'ACTIVE');
    assert.equal(await countRows(db, 'chunks'), 1);
    assert.equal(await countRows(db, 'document_uploads'), 1);
  } finally {
    await test.close();
  }
});

forEachDatabase('a document deleted during embedding is never found', async (db) => {
  const gate = createGate();
  let passed = 0;
  const embedder = createWordEmbedder({
    before: async (_texts, kind) => {
      if (kind === 'passage' && ++passed > 1) await gate.pass();
    },
  });
  const test = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await test.newAgent();
    const adding = test.add(agent, [longText(80)]);
    await eventually('the second batch is being embedded', gate.isWaitedFor);
    const [row] = await db.query.selectFrom('documents').selectAll().execute();
    assert.equal(row!.status, 'PROCESSING');
    assert.equal(row!.stage, 'embed');
    assert.ok(row!.stage_done > 0 && row!.stage_done < row!.stage_total);
    await test.knowledge.documents.remove(agent, [row!.id]);
    gate.open();
    await adding;
    await test.settle();
    assert.deepEqual(await contents(test, agent, 'alpha1 beta'), []);
    for (const table of ['chunks', 'chunk_vectors', 'document_uploads', 'files'] as const)
      assert.equal(await countRows(db, table), 0, table);
  } finally {
    await test.close();
  }
});

forEachDatabase('an interrupted ingestion continues in another process without duplicates', async (db) => {
  const gate = createGate();
  let passed = 0;
  const embedder = createWordEmbedder({
    before: async (_texts, kind) => {
      if (kind === 'passage' && ++passed > 1) await gate.pass();
    },
  });
  const first = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  const agent = await first.newAgent();
  const adding = first.add(agent, [longText(80)]);
  adding.catch(() => {});
  await eventually('the second batch is being embedded', gate.isWaitedFor);
  await first.stop();
  const other = createWordEmbedder();
  const second = await openKnowledge(db, { embedders: wordEmbedders(other), folder: first.folder });
  try {
    await eventually('the document is served', async () => {
      const [row] = await db.query.selectFrom('documents').select('status').execute();
      return row?.status === 'ACTIVE';
    });
    const [row] = await db.query.selectFrom('documents').selectAll().execute();
    assert.equal(row!.chunk_count, 80);
    assert.equal(await countRows(db, 'chunks'), 80);
    assert.equal(await countRows(db, 'chunk_vectors'), 80);
    assert.ok(other.texts.length < 80, 'stored chunks are not embedded again');
  } finally {
    gate.open();
    await second.close();
  }
});

forEachDatabase('a short outage of the embedding server only delays a document', async (db) => {
  let failures = 1;
  const embedder = createWordEmbedder({
    before: async (_texts, kind) => {
      if (kind === 'passage' && failures-- > 0) throw new Error('connection refused');
    },
  });
  const test = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await test.newAgent();
    const [id] = await test.add(agent, ['Patience is a virtue.']);
    assert.equal((await progressOf(test, agent, id!)).status, 'PENDING');
    await eventually('it is served', async () => (await progressOf(test, agent, id!)).status === 'ACTIVE');
    assert.deepEqual(await contents(test, agent, 'patience'), ['Patience is a virtue.']);
  } finally {
    await test.close();
  }
});

forEachDatabase('failed documents can be retried, and only failed ones are', async (db) => {
  let isBroken = true;
  const test = await openKnowledge(db, {
    recognition: {
      recognise: (input) =>
        isBroken && 'bytes' in input.source && Buffer.from(input.source.bytes).includes('fragile')
          ? plainRecognition.recognise({ source: { bytes: Buffer.from('DAMAGED') } })
          : plainRecognition.recognise(input),
    },
  });
  try {
    const agent = await test.newAgent();
    const [failed] = await test.add(agent, ['fragile text', 'sturdy text']);
    assert.equal((await progressOf(test, agent, failed!)).status, 'FAILED');
    isBroken = false;
    assert.equal(await test.knowledge.documents.retryFailed(agent), 1);
    assert.equal(await test.knowledge.documents.retryFailed(agent), 0);
    await test.settle();
    assert.deepEqual((await contents(test, agent, 'text')).sort(), ['fragile text', 'sturdy text']);
  } finally {
    await test.close();
  }
});

forEachDatabase('a text that would make millions of chunks fails with advice', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const failReason = async (text: string, cutting: { chunkTokens: number; splitter: string }) => {
      const { documents } = await test.knowledge.documents.add({
        agent,
        creator: { id: 'tester', email: '' },
        knowledgeBaseId: undefined,
        kind: 'text',
        files: [{ name: 'a.txt', sourceUrl: '', source: { bytes: Buffer.from(text) } }],
        cutting: { ...cutting, headerRows: 1 },
        idempotencyKey: undefined,
      });
      await test.settle();
      return (await progressOf(test, agent, documents[0]!.id)).failReason;
    };
    const advice = /more than 50,000 chunks. Increase the chunk size/;
    assert.match((await failReason('x\n'.repeat(60_000), { chunkTokens: 600, splitter: '\n' }))!, advice);
    assert.match(
      (await failReason('lorem ipsum '.repeat(60_000), { chunkTokens: 1, splitter: '' }))!,
      advice,
    );
  } finally {
    await test.close();
  }
});

forEachDatabase('documents are re-indexed while their old content is served', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const [id] = await test.add(agent, ['Boats leave hourly.']);
    await test.knowledge.inspect.reindex(agent, id!);
    assert.deepEqual(await contents(test, agent, 'boats'), ['Boats leave hourly.']);
    await test.settle();
    assert.deepEqual(await contents(test, agent, 'boats'), ['Boats leave hourly.']);
    assert.equal(await countRows(db, 'files'), 1);
    const { chunks, total } = await test.knowledge.inspect.chunks(agent, id!, { offset: 0, limit: 10 });
    assert.equal(total, 1);
    assert.equal(chunks[0]!.content, 'Boats leave hourly.');
    await test.knowledge.inspect.reindex(agent, id!);
    await test.settle();
    assert.deepEqual(await contents(test, agent, 'boats'), ['Boats leave hourly.']);
  } finally {
    await test.close();
  }
});

forEachDatabase(
  'after a change of the embedding model old vectors are used until the new ones are complete',
  async (db) => {
    const old = createWordEmbedder({ modelId: 'old' });
    const first = await openKnowledge(db, { embedders: wordEmbedders(old) });
    const agent = await first.newAgent();
    await first.add(agent, ['Trains run at night.', 'Buses do not.']);
    await first.stop();

    const gate = createGate();
    const fresh = createWordEmbedder({
      modelId: 'fresh',
      before: (_texts, kind) => (kind === 'passage' ? gate.pass() : Promise.resolve()),
    });
    const embedders = { all: [fresh], older: [old], for: () => fresh };
    const second = await openKnowledge(db, { embedders, folder: first.folder });
    try {
      await eventually('new vectors are being made', gate.isWaitedFor);
      const before = await find(second, agent, 'trains night', { rate: 1 });
      assert.equal(before[0]!.content, 'Trains run at night.');
      gate.open();
      await second.settle();
      const models = await db.query.selectFrom('chunk_vectors').select('model').distinct().execute();
      assert.deepEqual(
        models.map(({ model }) => model),
        ['fresh'],
      );
      const after = await find(second, agent, 'trains night', { rate: 1 });
      assert.equal(after[0]!.content, 'Trains run at night.');
      assert.equal(after[0]!.score, before[0]!.score);
    } finally {
      await second.close();
    }
  },
);
