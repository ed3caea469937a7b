import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createCorpus, dimension } from '../../../bench/retrieval/corpus.ts';
import { seedChunks } from '../../../bench/retrieval/seed.ts';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { silentLog } from '../../lib/log.ts';
import { createThread } from '../../lib/thread/thread.ts';
import { createFetchPages } from '../postings/fetch-pages.ts';
import { createIndexFollower } from '../search-index/follow-index.ts';
import type { SearchHandlers } from '../search-index/search-thread.ts';
import { createLimitedRead } from './limited-read.ts';
import { comparesAll, createPostgresSearch, scanWidth } from './postgres-search.ts';
import { createVectorIndexes } from './vector-indexes.ts';

const modelId = 'shared';
const hnswIndexes = sql`select c.oid from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'hnsw'`;
const calibrate = (cosine: number): number => Math.max(0, cosine);

test('the index scan of a larger scope is wider, within the limits of pgvector', () => {
  assert.deepEqual(
    [0, 5000, 200_000, 200_001, 999_999, 1_000_001].map(scanWidth),
    [200, 200, 200, 201, 1000, 1000],
  );
});

test('a small scope, and a small share of all vectors, are compared exactly', () => {
  const scopes: [number, number][] = [
    [5000, 0],
    [5001, 0],
    [5001, 10_001],
    [5001, 10_002],
    [25_000, 50_000],
    [25_001, 1_000_000],
    [1_000_000, 1_000_000],
  ];
  assert.deepEqual(
    scopes.map(([inScope, all]) => comparesAll(inScope, all)),
    [true, false, false, true, true, false, false],
  );
});

test('the number of all vectors is that of the last analysis of the table', {
  skip: skipWithout('postgres'),
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  const bench = await openKnowledge(db, { start: false });
  try {
    const estimate = async () => {
      await sql`analyze chunk_vectors`.execute(db.query);
      return createVectorIndexes({ db, log: silentLog }).estimatedVectors();
    };
    assert.equal(await estimate(), 0);
    await seedChunks(db, await bench.newAgent(), createCorpus(300), { model: modelId });
    assert.equal(await estimate(), 300);
  } finally {
    await bench.close();
    await release();
  }
});

test('the HNSW index finds the same chunks as an exact comparison, also within a scope and beside other agents', {
  skip: skipWithout('postgres'),
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  const bench = await openKnowledge(db, { start: false });
  const thread = createThread<SearchHandlers>({
    entry: new URL('../search-index/search-thread.ts', import.meta.url),
  });
  try {
    const corpus = createCorpus(400);
    const [agent, other] = [await bench.newAgent(), await bench.newAgent()];
    await seedChunks(db, other, createCorpus(700), { model: modelId });
    await seedChunks(db, agent, corpus, { model: modelId });
    const vectorIndexes = createVectorIndexes({ db, log: silentLog });
    await vectorIndexes.ensure(modelId, dimension);
    // As a process that is killed while it creates the index leaves it.
    await sql`update pg_index set indisvalid = false where indexrelid in (${hnswIndexes})`.execute(db.query);
    await createVectorIndexes({ db, log: silentLog }).ensure(modelId, dimension);
    const { rows: valid } = await sql<{ indisvalid: boolean }>`select indisvalid from pg_index
      where indexrelid in (${hnswIndexes})`.execute(db.query);
    assert.deepEqual(valid, [{ indisvalid: true }]);
    await sql`analyze chunk_vectors`.execute(db.query);
    await createIndexFollower({ db, thread }).ready(agent.id);
    const documents = await db.query
      .selectFrom('documents')
      .select('id')
      .where('agent_id', '=', agent.id)
      .execute();
    const read = createLimitedRead(db);
    const fetchPages = createFetchPages(read);
    const exact = createPostgresSearch({ read, thread, fetchPages, vectorIndexes });
    const indexed = createPostgresSearch({ read, thread, fetchPages, vectorIndexes, isExact: () => false });
    for (const scope of [{}, { dataIds: [documents[1]!.id] }, { dataIds: ['unknown'] }])
      for (let question = 0; question < 5; question += 1) {
        const { text, vector } = corpus.questionAt(question);
        const queries = [{ model: modelId, vector, calibrate, confidence: 1, isCalibrated: true }];
        const input = { agentId: agent.id, text, queries, rate: 0.7, scope };
        const [truth, found] = [await exact(input), await indexed(input)];
        const numbers = (list: typeof truth) => list.slice(0, 20).map(({ number }) => number);
        const missing = numbers(truth).filter((number) => !numbers(found).includes(number));
        assert.ok(missing.length <= 1, `${missing.length} of 20 missing`);
      }
  } finally {
    await thread.close();
    await bench.close();
    await release();
  }
});
