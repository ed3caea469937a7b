import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge.ts';
import { readSequence } from '../index/index-store.ts';
import { createRetrieval } from './retrieval.ts';

const unused = (): never => {
  throw new Error('not part of this test');
};

/** `lost`: the search itself found nothing of the old content any more. */
for (const lost of [false, true])
  forEachDatabase(
    `a document swapped ${lost ? 'and cleared away during' : 'after'} a search is found, by its new content`,
    async (db) => {
      const knowledge = await openKnowledge(db);
      try {
        const agent = await knowledge.newAgent();
        const [documentId] = await knowledge.add(agent, ['old apples']);
        let searches = 0;
        const retrieval = createRetrieval({
          db,
          log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
          follower: {
            ready: async () => ({ models: [], sequence: (await readSequence(db.query, agent.id)) ?? 0 }),
          },
          thread: { call: unused, close: unused } as never,
          embedQuery: unused,
          rerank: unused as never,
          search: async () => {
            searches += 1;
            const rows = await db.query.selectFrom('chunks').select('number').execute();
            if (searches === 1) {
              await knowledge.update(agent, documentId!, 'new apples');
              await knowledge.settle();
              if (lost) return [];
            }
            return rows.map(({ number }) => ({ number, score: 1, keywordScore: 1, semanticScore: 0 }));
          },
        });
        const { chunks } = await retrieval.match({
          ...{ agentId: agent.id, query: 'apples', scope: {}, rate: 0, topK: 5 },
          ...{ onFailure: 'throw' as const, signal: new AbortController().signal },
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

forEachDatabase('what is deleted while a reranker thinks is not told any more', async (db) => {
  const knowledge = await openKnowledge(db);
  try {
    const agent = await knowledge.newAgent();
    const [gone] = await knowledge.add(agent, ['old apples', 'good apples']);
    const rerank = async (_version: string, { texts }: { texts: readonly string[] }) => {
      await knowledge.knowledge.documents.remove(agent, [gone!]);
      return texts.map(() => 0.5);
    };
    const retrieval = createRetrieval({
      db,
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      follower: {
        ready: async () => ({ models: [], sequence: (await readSequence(db.query, agent.id)) ?? 0 }),
      },
      thread: { call: unused, close: unused } as never,
      embedQuery: unused,
      rerank: Object.assign(rerank, { require: () => {} }) as never,
      search: async () => {
        const rows = await db.query.selectFrom('chunks').select('number').execute();
        return rows.map(({ number }) => ({ number, score: 1, keywordScore: 1, semanticScore: 0 }));
      },
    });
    const { chunks } = await retrieval.match({
      ...{ agentId: agent.id, query: 'apples', scope: {}, rate: 0, topK: 5 },
      ...{ onFailure: 'throw' as const, rerankVersion: 'BGE-Rerank' as const },
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
