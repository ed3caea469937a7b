import assert from 'node:assert/strict';
import { createRandom } from '../../../bench/retrieval/random.ts';
import {
  openSearcher,
  openStoring,
  type Ranking,
  rankInMemory,
} from '../../../test/support/knowledge/open-postings.ts';
import {
  chunkOf,
  type StagedDocument,
  stageDocument,
} from '../../../test/support/knowledge/stage-document.ts';
import { type PostingsTest, testPostings } from '../../../test/support/knowledge/test-postings.ts';
import type { Database } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { recordChanges } from '../documents/record-changes.ts';
import { lockDocument } from '../edit/edit-store.ts';
import {
  addChunkRows,
  changeDocumentFigures,
  deleteChunkRow,
  replaceChunkRow,
} from '../edit/edited-chunk-store.ts';
import { deleteChunks } from '../ingest/chunk-store.ts';
import { deleteSegments } from './segment-store.ts';

/** Frequent and rare words, some in other languages, so that a word of a query has several stems. */
const vocabulary = [
  ...Array.from({ length: 40 }, (_, rank) => `word${rank}`),
  'returning',
  'returned',
  'orders',
  'shipping',
  'casas',
  'corriendo',
  'häuser',
  'книги',
  '退货',
];
const spanish = 'la casa de los señores está muy cerca de las montañas y de los ríos que corren por el valle';

const createTexts = (seed: number) => {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const word = (): string => vocabulary[Math.floor(vocabulary.length * random() ** 3)]!;
  const words = (most: number): string => Array.from({ length: 1 + below(most) }, word).join(' ');
  return {
    below,
    query: (): string => words(6),
    text: (): string => (below(10) === 0 ? `${spanish} ${words(10)}` : words(60)),
  };
};

const assertSame = (found: Ranking, expected: Ranking, query: string): void => {
  assert.deepEqual(
    found.map(([number]) => number),
    expected.map(([number]) => number),
    query,
  );
  for (const [at, [, score]] of found.entries())
    assert.ok(Math.abs(score - expected[at]![1]) < 1e-12, `${query}: ${score} and ${expected[at]![1]}`);
};

/** Random changes of documents and chunks, each in one transaction as the service makes it. */
const createChanges = ({ db, agent }: PostingsTest, { below, text }: ReturnType<typeof createTexts>) => {
  const documents: StagedDocument[] = [];
  const placeOf = (document: StagedDocument) => ({ agentId: agent.id, ...document });
  const someChunk = ({ uploadId }: StagedDocument) =>
    db.query
      .selectFrom('chunks')
      .select(['number', 'is_enabled'])
      .where('upload_id', '=', uploadId)
      .orderBy('number')
      .offset(below(5))
      .limit(1)
      .executeTakeFirst();

  const edit = (document: StagedDocument, chunks: number, change: (tx: Database['query']) => Promise<void>) =>
    db.transaction(async (tx) => {
      await lockDocument(tx, agent.id, document.documentId);
      await change(tx);
      const figures = { chunks, tokens: 0, characters: 0, models: [], nowMs: 1 };
      await changeDocumentFigures(tx, document, figures);
      await recordChanges(tx, agent.id, [document.documentId], chunks);
    });

  const changes = {
    add: async () => {
      const texts = Array.from({ length: 1 + below(12) }, text);
      const tags = below(2) === 0 ? ['chosen'] : [];
      documents.push(await stageDocument(db, agent, texts, { tags, batch: 1 + below(5) }));
    },
    remove: async (document: StagedDocument) => {
      documents.splice(documents.indexOf(document), 1);
      const where = { documentId: document.documentId };
      await db.transaction(async (tx) => {
        await tx.deleteFrom('documents').where('id', '=', document.documentId).execute();
        await recordChanges(tx, agent.id, [document.documentId], 0);
      });
      await db.transaction(async (tx) => void (await deleteChunks(tx, where, 1000)));
      await deleteSegments(db.query, where);
    },
    replaceChunk: async (document: StagedDocument) => {
      const chunk = await someChunk(document);
      if (!chunk) return;
      const isEnabled = below(4) > 0;
      await edit(document, Number(isEnabled) - chunk.is_enabled, (tx) =>
        replaceChunkRow(tx, placeOf(document), chunk.number, { ...chunkOf(text()), isEnabled }),
      );
    },
    addChunk: (document: StagedDocument) =>
      edit(document, 1, (tx) =>
        addChunkRows(tx, placeOf(document), [
          { ...chunkOf(text()), id: newId(), position: 1000 + below(1e6) },
        ]),
      ),
    removeChunk: async (document: StagedDocument) => {
      const chunk = await someChunk(document);
      if (!chunk) return;
      await edit(document, -chunk.is_enabled, (tx) => deleteChunkRow(tx, placeOf(document), chunk.number));
    },
    /** As a process of an earlier version does it: without segments. */
    replaceAsBefore: async (document: StagedDocument) => {
      const chunk = await someChunk(document);
      if (chunk?.is_enabled !== 1) return;
      const { termCount, terms } = chunkOf(text());
      await db.transaction(async (tx) => {
        await tx
          .updateTable('chunks')
          .set({ term_count: termCount, terms })
          .where('number', '=', chunk.number)
          .execute();
        await tx
          .updateTable('documents')
          .set((values) => ({ content_version: values('content_version', '+', 1) }))
          .where('id', '=', document.documentId)
          .execute();
        await recordChanges(tx, agent.id, [document.documentId], 0);
      });
    },
    toggle: async (document: StagedDocument) => {
      await db.transaction(async (tx) => {
        await tx
          .updateTable('documents')
          .set((values) => ({ is_enabled: values(values.val(1), '-', values.ref('is_enabled')) }))
          .where('id', '=', document.documentId)
          .execute();
        await recordChanges(tx, agent.id, [document.documentId], 0);
      });
    },
  };
  const others = Object.values(changes).slice(1);
  return async (): Promise<void> => {
    const document = documents[below(documents.length)];
    if (!document || below(3) === 0) await changes.add();
    else await others[below(others.length)]!(document);
  };
};

testPostings(
  'stored postings give the ranking and the scores of an index in memory, after any change',
  async (opened) => {
    const { db, bench, agent } = opened;
    const storing = openStoring(db, bench, 1);
    const searchers = [openSearcher(db), openSearcher(db)];
    try {
      const texts = createTexts(1);
      const change = createChanges(opened, texts);
      for (let round = 0; round < 40; round += 1) {
        for (let turn = texts.below(5); turn >= 0; turn -= 1) await change();
        if (texts.below(3) === 0) await storing.store(agent);
        const memory = await rankInMemory(db, agent);
        const fresh = round % 8 === 7 ? [openSearcher(db)] : [];
        for (const searcher of [searchers[round % 2]!, ...fresh]) {
          for (const scope of [{}, { filter: { tags: ['chosen'] } }]) {
            const query = texts.query();
            const { ranking } = await searcher.rank(agent, query, scope);
            assertSame(ranking, memory.rank(query, scope), `round ${round}: ${query}`);
          }
          if (!searchers.includes(searcher)) await searcher.close();
        }
      }
      const { rows } = { rows: await db.query.selectFrom('posting_runs').select('number').execute() };
      assert.ok(rows.length > 0);
    } finally {
      for (const { close } of [...searchers, storing]) await close();
    }
  },
);

testPostings('searches during changes and merges see one committed state', async (opened) => {
  const { db, bench, agent } = opened;
  const storing = openStoring(db, bench, 1);
  const searcher = openSearcher(db);
  try {
    const texts = createTexts(2);
    const change = createChanges(opened, texts);
    for (let turn = 0; turn < 10; turn += 1) await change();
    let isOver = false;
    const writing = (async () => {
      for (let turn = 0; turn < 60; turn += 1) await change();
      isOver = true;
    })();
    const merging = (async () => {
      while (!isOver) await storing.store(agent);
    })();
    const queries = createTexts(3);
    let compared = 0;
    while (!isOver || compared === 0) {
      const query = queries.query();
      const { ranking, sequence } = await searcher.rank(agent, query);
      const memory = await rankInMemory(db, agent);
      const after = await rankInMemory(db, agent);
      // Retrieval repeats a search during which something changed.
      if (memory.sequence !== sequence || after.sequence !== sequence) continue;
      assertSame(ranking, memory.rank(query), query);
      compared += 1;
    }
    await Promise.all([writing, merging]);
  } finally {
    await searcher.close();
    await storing.close();
  }
});
