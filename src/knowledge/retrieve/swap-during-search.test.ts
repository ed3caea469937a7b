import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import type { Database } from '../../db/index.ts';
import { readSequence } from '../search-index/index-store.ts';
import { createRetrieval } from './retrieval.ts';

type RetrievalDependencies = Parameters<typeof createRetrieval>[0];

const unused = (): never => {
  throw new Error('not part of this test');
};

const findAll = async ({ query }: Database) => {
  const rows = await query.selectFrom('chunks').select('number').execute();
  return rows.map(({ number }) => ({ number, score: 1, keywordScore: 1, semanticScore: 0, confidence: 1 }));
};

/** Retrieval with a search that the test controls. */
const openRetrieval = (
  db: Database,
  agentId: string,
  {
    search,
    rerank = unused as never,
  }: Pick<RetrievalDependencies, 'search'> & Partial<RetrievalDependencies>,
) =>
  createRetrieval({
    db,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    follower: {
      ready: async () => ({ models: [], sequence: (await readSequence(db.query, agentId)) ?? 0 }),
    },
    thread: { call: unused, close: unused } as never,
    embedQuery: unused,
    rerank,
    search,
  });

/** `lost`: the search did not find the old content any more. */
for (const lost of [false, true])
  forEachDatabase(
    `a document replaced ${lost ? 'during a search, with its old chunks deleted,' : 'after a search'} is found by its new content`,
    async (db) => {
      const knowledge = await openKnowledge(db);
      try {
        const agent = await knowledge.newAgent();
        const [documentId] = await knowledge.add(agent, ['old apples']);
        let searches = 0;
        const retrieval = openRetrieval(db, agent.id, {
          search: async () => {
            searches += 1;
            const found = await findAll(db);
            if (searches > 1) return found;
            await knowledge.update(agent, documentId!, 'new apples');
            await knowledge.settle();
            return lost ? [] : found;
          },
        });
        const { chunks } = await retrieval.match({
          agentId: agent.id,
          query: 'apples',
          scope: {},
          rate: 0,
          topK: 5,
          onFailure: 'throw' as const,
          signal: new AbortController().signal,
        });
        assert.deepEqual(
          chunks.map(({ content }) => content),
          ['new apples'],
        );
        assert.equal(searches, 2);
      } finally {
        await knowledge.close();
      }
    },
  );

forEachDatabase('documents deleted while the reranker runs are not returned', async (db) => {
  const knowledge = await openKnowledge(db);
  try {
    const agent = await knowledge.newAgent();
    const [gone] = await knowledge.add(agent, ['old apples', 'good apples']);
    const rerank = async (_version: string, { texts }: { texts: readonly string[] }) => {
      await knowledge.knowledge.documents.remove(agent, [gone!]);
      return texts.map(() => 0.5);
    };
    const retrieval = openRetrieval(db, agent.id, {
      rerank: Object.assign(rerank, { require: () => {}, problemOf: () => undefined }) as never,
      search: () => findAll(db),
    });
    const { chunks } = await retrieval.match({
      agentId: agent.id,
      query: 'apples',
      scope: {},
      rate: 0,
      topK: 5,
      onFailure: 'throw' as const,
      rerankVersion: 'BGE-Rerank' as const,
      signal: new AbortController().signal,
    });
    assert.deepEqual(
      chunks.map(({ content }) => content),
      ['good apples'],
    );
  } finally {
    await knowledge.close();
  }
});
