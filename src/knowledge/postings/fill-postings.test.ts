import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { openSearcher, openStoring, rankInMemory } from '../../../test/support/knowledge/open-postings.ts';
import { type StagedDocument, stageDocument } from '../../../test/support/knowledge/stage-document.ts';
import { testPostings } from '../../../test/support/knowledge/test-postings.ts';
import type { Database } from '../../db/index.ts';
import { createRun, insertPages } from './run-store.ts';
import { unpackChunks } from './segment-chunks.ts';
import { replaceSegments } from './segment-store.ts';

const chunkCount = 700;
const texts = Array.from({ length: chunkCount }, (_, at) => `delivery number${at} of the shop`);

/** As a version without segments left it. */
const removeSegments = async (db: Database, { uploadId }: StagedDocument): Promise<void> => {
  await db.query.deleteFrom('posting_segments').where('upload_id', '=', uploadId).execute();
  await db.query
    .updateTable('document_uploads')
    .set({ postings_version: null })
    .where('id', '=', uploadId)
    .execute();
};

const chunksOfSegments = async (db: Database): Promise<number[]> => {
  const rows = await db.query.selectFrom('posting_segments').select('chunks').execute();
  return rows.flatMap(({ chunks }) => unpackChunks(chunks).map(({ number }) => number)).sort((a, b) => a - b);
};

const allChunks = async (db: Database): Promise<number[]> => {
  const rows = await db.query.selectFrom('chunks').select('number').orderBy('number').execute();
  return rows.map(({ number }) => number);
};

const versionOf = async (db: Database, { uploadId }: StagedDocument): Promise<number | null> => {
  const row = await db.query
    .selectFrom('document_uploads')
    .select('postings_version')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return row.postings_version;
};

testPostings(
  'two processes that fill the store at the same time store every chunk once',
  async ({ db, bench, agent }) => {
    const storing = [openStoring(db, bench, 10_000), openStoring(db, bench, 10_000)];
    const searcher = openSearcher(db);
    try {
      const document = await stageDocument(db, agent, texts);
      await removeSegments(db, document);
      let both: Promise<unknown> | undefined;
      // Both have found the document and wait for its lock when this transaction ends.
      await db.transaction(async (tx) => {
        await tx
          .selectFrom('documents')
          .select('id')
          .where('id', '=', document.documentId)
          .forNoKeyUpdate()
          .execute();
        both = Promise.all(storing.map(({ store }) => store(agent)));
        await delay(500);
        assert.deepEqual(await chunksOfSegments(db), []);
      });
      await both;
      assert.deepEqual(await chunksOfSegments(db), await allChunks(db));
      assert.notEqual(await versionOf(db, document), null);
      const { ranking } = await searcher.rank(agent, 'delivery number77');
      assert.deepEqual(ranking, (await rankInMemory(db, agent)).rank('delivery number77'));
    } finally {
      for (const { close } of [...storing, searcher]) await close();
    }
  },
);

testPostings(
  'a process that loses its lease while it fills the store leaves nothing behind',
  async ({ db, bench, agent }) => {
    const storing = openStoring(db, bench, 10_000);
    try {
      const document = await stageDocument(db, agent, texts);
      await removeSegments(db, document);
      const lost = new Error('The lease is lost');
      // Before the second page of chunks.
      let turns = 0;
      const signal = {
        throwIfAborted: () => {
          turns += 1;
          if (turns === 2) throw lost;
        },
      };
      await assert.rejects(storing.store(agent, signal), lost);
      assert.deepEqual(await chunksOfSegments(db), []);
      assert.equal(await versionOf(db, document), null);
      await storing.store(agent);
      assert.deepEqual(await chunksOfSegments(db), await allChunks(db));
    } finally {
      await storing.close();
    }
  },
);

testPostings(
  'chunks that change while the store is filled are stored once, as they are then',
  async ({ db, bench, agent }) => {
    const storing = openStoring(db, bench, 10_000);
    try {
      const document = await stageDocument(db, agent, texts);
      await removeSegments(db, document);
      const [first, second] = await allChunks(db);
      let filling: Promise<void> | undefined;
      await db.transaction(async (tx) => {
        await tx.updateTable('chunks').set({ term_count: 99 }).where('number', '=', first!).execute();
        await replaceSegments(tx, { agentId: agent.id, ...document }, [first!, second!]);
        filling = storing.store(agent);
        await delay(300);
      });
      await filling;
      assert.deepEqual(await chunksOfSegments(db), await allChunks(db));
      const rows = await db.query.selectFrom('posting_segments').select('chunks').execute();
      const changed = rows
        .flatMap(({ chunks }) => unpackChunks(chunks))
        .find(({ number }) => number === first);
      assert.equal(changed?.termCount, 99);
    } finally {
      await storing.close();
    }
  },
);

testPostings('no pages are added to a run that another process has deleted', async ({ db, bench, agent }) => {
  const storing = openStoring(db, bench, 10_000);
  try {
    const run = await createRun(db.query, agent.id, 1);
    const page = { firstTerm: 1, lastTerm: 2, part: 0, data: new Uint8Array(10) };
    await insertPages(db.query, run, [page]);
    // Deletes what an interrupted job left.
    await storing.store(agent);
    await assert.rejects(insertPages(db.query, run, [page]), /took over/);
    assert.deepEqual(await db.query.selectFrom('posting_pages').select('part').execute(), []);
  } finally {
    await storing.close();
  }
});
