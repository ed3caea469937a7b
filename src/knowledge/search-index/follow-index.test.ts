import assert from 'node:assert/strict';
import { openSearcher } from '../../../test/support/knowledge/open-postings.ts';
import { stageDocument } from '../../../test/support/knowledge/stage-document.ts';
import { testPostings } from '../../../test/support/knowledge/test-postings.ts';

testPostings(
  'indexes that were not used for the longest time are dropped above the limit of all, and loaded again',
  async ({ db, bench }) => {
    const agents = await Promise.all(Array.from({ length: 4 }, () => bench.newAgent()));
    const probe = openSearcher(db);
    for (const agent of agents) await stageDocument(db, agent, ['delivery of apples', 'returns of pears']);
    await probe.follower.ready(agents[0]!.id);
    const { bytes } = await probe.thread.call('size', { agentId: agents[0]!.id });
    const searcher = openSearcher(db, { memoryLimitBytes: bytes * 2.5 });
    try {
      const held = () =>
        Promise.all(
          agents.map(async ({ id }) => (await searcher.thread.call('size', { agentId: id })).bytes > 0),
        );
      for (const agent of agents.slice(0, 2)) await searcher.rank(agent, 'delivery');
      assert.deepEqual(await held(), [true, true, false, false]);
      await searcher.rank(agents[0]!, 'delivery');
      await searcher.rank(agents[2]!, 'delivery');
      assert.deepEqual(await held(), [true, false, true, false], 'the least recently used is gone');
      await searcher.rank(agents[3]!, 'delivery');
      assert.deepEqual(await held(), [false, false, true, true]);
      for (const agent of agents) assert.equal((await searcher.rank(agent, 'pears')).ranking.length, 1);
    } finally {
      await probe.close();
      await searcher.close();
    }
  },
);

testPostings(
  'an agent without knowledge is known as such, but not after a read that overlaps its first document',
  async ({ db, bench }) => {
    const [first, second] = await Promise.all([bench.newAgent(), bench.newAgent()]);
    const searcher = openSearcher(db);
    const { follower } = searcher;
    const isFound = async (agentId: string): Promise<boolean> =>
      (await follower.ready(agentId, { allowCachedEmpty: true })) !== undefined;
    try {
      for (const read of ['countChunks', 'ready'] as const) {
        const agent = read === 'ready' ? first! : second!;
        const reading = follower[read](agent.id);
        // Now the statement has been sent.
        await Promise.resolve();
        follower.notEmpty(agent.id);
        await reading;
        await stageDocument(db, agent, ['delivery of apples']);
        assert.ok(await isFound(agent.id), read);
        assert.equal(await follower.countChunks(agent.id), 1);
      }
      const third = await bench.newAgent();
      assert.equal(await follower.countChunks(third.id), 0);
      await stageDocument(db, third, ['delivery of apples']);
      assert.ok(!(await isFound(third.id)), 'a document of another process is found a second later');
      follower.notEmpty(third.id);
      assert.ok(await isFound(third.id));
    } finally {
      await searcher.close();
    }
  },
);
