import assert from 'node:assert/strict';
import { find, openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { openSearcher, openStoring, rankInMemory } from '../../../test/support/knowledge/open-postings.ts';
import { stageDocument } from '../../../test/support/knowledge/stage-document.ts';
import { testPostings } from '../../../test/support/knowledge/test-postings.ts';
import type { Database } from '../../db/index.ts';
import { createLimitedRead } from '../retrieve/limited-read.ts';
import { createTypedRetrieval } from '../retrieve/typed-retrieval.ts';
import { createFetchPages } from './fetch-pages.ts';
import { readEntry } from './pages.ts';
import { numberOfTerm } from './term-number.ts';

const sentences = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${word} about delivery number${at} and returns`);

const storedTerms = async (db: Database): Promise<Set<number>> => {
  const terms = new Set<number>();
  const rows = await db.query.selectFrom('posting_pages').select('data').execute();
  for (const { data } of rows)
    for (const reader = { bytes: data, at: 0 }; reader.at < data.length; ) {
      const { term, end } = readEntry(reader);
      terms.add(term);
      reader.at = end;
    }
  return terms;
};

const countRuns = async (db: Database): Promise<number> =>
  (await db.query.selectFrom('posting_runs').select('number').execute()).length;

testPostings('typed searches find the same before and after the postings are stored', async (opened) => {
  const { db, bench, agent } = opened;
  const storing = openStoring(db, bench, 1);
  const searchers = [openSearcher(db), openSearcher(db)];
  try {
    for (const word of ['returns', 'returned', 'retail', 'apples'])
      await stageDocument(db, agent, sentences(word, 5), { tags: [word] });
    // More words than are used to complete one.
    await stageDocument(
      db,
      agent,
      Array.from({ length: 80 }, (_, at) => `reta${String.fromCharCode(97 + (at % 26))}${at} shop`),
    );
    const results = [];
    for (const searcher of searchers) {
      const search = createTypedRetrieval({
        db,
        ...searcher,
        fetchPages: createFetchPages(createLimitedRead(db)),
      });
      const found = [];
      for (const text of ['r', 're', 'ret', 'return', 'returns app', 'number', 'shop reta', 'nothing', '退'])
        found.push(await search({ agentId: agent.id, text, scope: {}, offset: 0, limit: 20 }));
      results.push(found);
      await storing.store(agent);
    }
    assert.equal(await countRuns(db), 1);
    assert.ok(results[0]!.filter(({ total }) => total > 0).length >= 7);
    assert.deepEqual(results[1], results[0]);
  } finally {
    for (const { close } of [...searchers, storing]) await close();
  }
});

testPostings(
  'content without segments is found, gets them from the job, and is still found',
  async (opened) => {
    const { db, bench, agent } = opened;
    const storing = openStoring(db, bench, 1);
    const searcher = openSearcher(db);
    try {
      const { uploadId } = await stageDocument(db, agent, sentences('earlier', 100));
      await stageDocument(db, agent, sentences('newer', 10));
      // As a version without segments left it.
      await db.query.deleteFrom('posting_segments').where('upload_id', '=', uploadId).execute();
      await db.query
        .updateTable('document_uploads')
        .set({ postings_version: null })
        .where('id', '=', uploadId)
        .execute();
      const expected = (await rankInMemory(db, agent)).rank('earlier number5');
      assert.deepEqual((await searcher.rank(agent, 'earlier number5')).ranking, expected);
      assert.equal(expected.length, 101);
      await storing.store(agent);
      const { unstored } = await db.query
        .selectFrom('posting_segments')
        .select((select) =>
          select.fn.count<number>('number').filterWhere('run_number', 'is', null).as('unstored'),
        )
        .executeTakeFirstOrThrow();
      assert.equal(unstored, 0);
      assert.ok((await storedTerms(db)).has(numberOfTerm('earlier')));
      for (const each of [searcher, openSearcher(db)]) {
        assert.deepEqual((await each.rank(agent, 'earlier number5')).ranking, expected);
        await each.close();
      }
    } finally {
      await storing.close();
    }
  },
);

testPostings('the postings of deleted documents are removed, and those of others stay', async (opened) => {
  const { db, agent } = opened;
  const bench = await openKnowledge(db);
  const storing = openStoring(db, bench, 1);
  const searcher = openSearcher(db);
  try {
    const deleted = await stageDocument(db, agent, sentences('secret', 40));
    await stageDocument(db, agent, sentences('public', 40));
    await storing.store(agent);
    assert.ok((await storedTerms(db)).has(numberOfTerm('secret')));
    await bench.knowledge.documents.remove(agent, [deleted.documentId]);
    await bench.settle();
    await storing.store(agent);
    const terms = await storedTerms(db);
    assert.deepEqual([terms.has(numberOfTerm('secret')), terms.has(numberOfTerm('public'))], [false, true]);
    assert.deepEqual((await searcher.rank(agent, 'secret')).ranking, []);
    assert.equal((await searcher.rank(agent, 'public')).ranking.length, 40);
    const all = await db.query.selectFrom('documents').select('id').execute();
    await bench.knowledge.documents.remove(
      agent,
      all.map(({ id }) => id),
    );
    await bench.settle();
    await storing.store(agent);
    assert.deepEqual([await countRuns(db), (await storedTerms(db)).size], [0, 0]);
  } finally {
    await searcher.close();
    await storing.close();
    await bench.close();
  }
});

testPostings('two jobs at once, or one that was interrupted, leave complete postings', async (opened) => {
  const { db, bench, agent } = opened;
  const storing = [openStoring(db, bench, 1), openStoring(db, bench, 1)];
  const searcher = openSearcher(db);
  try {
    const interrupted = await db.query
      .insertInto('posting_runs')
      .values({ agent_id: agent.id, is_ready: 0, chunk_count: 0, byte_count: 0, created_at: 1 })
      .returning('number')
      .executeTakeFirstOrThrow();
    await db.query
      .insertInto('posting_pages')
      .values({
        run_number: interrupted.number,
        first_term: 1,
        last_term: 1,
        part: 0,
        data: new Uint8Array(10),
      })
      .execute();
    for (let round = 0; round < 10; round += 1) {
      await stageDocument(db, agent, sentences(`round${round}`, 20), { batch: 3 });
      const ended = await Promise.allSettled(storing.map(({ store }) => store(agent)));
      assert.ok(ended.some(({ status }) => status === 'fulfilled') || round < 9);
      const { ranking } = await searcher.rank(agent, `round${round} number3 delivery`);
      assert.deepEqual(ranking, (await rankInMemory(db, agent)).rank(`round${round} number3 delivery`));
    }
    await storing[0]!.store(agent);
    const pages = await db.query.selectFrom('posting_pages').select('run_number').distinct().execute();
    const runs = await db.query.selectFrom('posting_runs').select(['number', 'is_ready']).execute();
    assert.ok(runs.every(({ is_ready }) => is_ready === 1));
    assert.deepEqual(
      pages.map(({ run_number }) => run_number).sort((a, b) => a - b),
      runs.map(({ number }) => number).sort((a, b) => a - b),
    );
  } finally {
    for (const { close } of [...storing, searcher]) await close();
  }
});

testPostings('a query with too many postings is searched by its rarest words', async (opened) => {
  const { db, bench, agent } = opened;
  const storing = openStoring(db, bench, 1);
  const searcher = openSearcher(db, { pages: 3 });
  try {
    for (let part = 0; part < 10; part += 1)
      await stageDocument(
        db,
        agent,
        Array.from({ length: 400 }, () => `frequent words everywhere and rare${part}`),
      );
    await storing.store(agent);
    const { ranking } = await searcher.rank(agent, 'frequent rare3');
    const memory = await rankInMemory(db, agent);
    assert.deepEqual(ranking, memory.rank('rare3'));
    assert.equal(ranking.length, 200);
  } finally {
    await searcher.close();
    await storing.close();
  }
});

testPostings('documents that are added get stored postings', async ({ db, agent }) => {
  const bench = await openKnowledge(db);
  try {
    const lines = Array.from({ length: 1100 }, (_, at) => `line number${at} of a long list`);
    const { documents } = await bench.knowledge.documents.add({
      agent,
      creator: { id: 'tester', email: '' },
      knowledgeBaseId: undefined,
      kind: 'text',
      files: [{ name: 'list.txt', sourceUrl: '', source: { bytes: Buffer.from(lines.join('\n')) } }],
      cutting: { chunkTokens: 200, splitter: '\n', headerRows: 1 },
      idempotencyKey: undefined,
    });
    await bench.settle();
    assert.equal(documents.length, 1);
    assert.equal(await countRuns(db), 1);
    const [first] = await find(bench, agent, 'number777', { rate: 0 });
    assert.equal(first?.content, 'line number777 of a long list');
  } finally {
    await bench.close();
  }
});
