import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { find, openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import type { Database } from '../../db/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/log.ts';
import { createThread } from '../../lib/thread/thread.ts';
import { createIndexFollower } from './follow-index.ts';
import { createSavedIndexes } from './saved-indexes.ts';
import type { SearchHandlers } from './search-thread.ts';

/** A separate process: its results, and whether it started with a file. */
const openProcess = (db: Database, folder: string) => {
  const thread = createThread<SearchHandlers>({ entry: new URL('./search-thread.ts', import.meta.url) });
  const saved = createSavedIndexes({ thread, log: silentLog, clock: systemClock, folder });
  const follower = createIndexFollower({ db, thread, saved });
  return {
    saved,
    follower,
    find: async (agentId: string, text: string): Promise<number[]> => {
      await follower.ready(agentId);
      const query = { vectors: [], scope: {}, limit: 50 };
      const { numbers } = await thread.call('search', { agentId, text, query, withCosines: false });
      return numbers.sort((a, b) => a - b);
    },
    close: async () => {
      saved.close();
      await thread.close();
    },
  };
};

test('an index saved by an earlier process returns the current content', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  const bench = await openKnowledge(db);
  const folder = join(bench.folder, 'search-index');
  const before = openProcess(db, folder);
  const later = openProcess(db, folder);
  const fresh = openProcess(db, join(bench.folder, 'none'));
  try {
    const agent = await bench.newAgent();
    const [kept, updated, deleted] = await bench.add(agent, ['stays apple', 'was apple', 'goes apple']);
    const found = await before.find(agent.id, 'apple');
    assert.equal(found.length, 3);
    assert.equal(await before.saved.save(agent.id), true);

    await bench.update(agent, updated!, 'became pear');
    await bench.settle();
    await bench.knowledge.documents.remove(agent, [deleted!]);
    await bench.add(agent, ['new apple']);
    assert.ok(kept);

    assert.equal(await later.saved.restore(agent.id), true);
    for (const word of ['apple', 'pear', 'stays'])
      assert.deepEqual(await later.find(agent.id, word), await fresh.find(agent.id, word));
    assert.equal((await later.find(agent.id, 'apple')).length, 2);
    assert.equal((await later.find(agent.id, 'pear')).length, 1);
    const restarted = await openKnowledge(db, { folder: bench.folder, start: false });
    assert.deepEqual(
      await find(restarted, agent, 'apple', { rate: 1 }),
      await find(bench, agent, 'apple', { rate: 1 }),
    );
    await restarted.stop();
  } finally {
    for (const each of [before, later, fresh]) await each.close();
    await bench.close();
    await release();
  }
});

test('at the start, files of agents without knowledge are removed and damaged files ignored', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  const bench = await openKnowledge(db);
  const folder = join(bench.folder, 'indexes');
  const first = openProcess(db, folder);
  const second = openProcess(db, folder);
  try {
    const agent = await bench.newAgent();
    await bench.add(agent, ['one apple']);
    await first.find(agent.id, 'apple');
    await first.saved.save(agent.id);
    const [own, foreign] = [`${agent.id}.index`, 'nobody.index'].map((name) => join(folder, name));
    writeFileSync(own!, 'not an index');
    writeFileSync(foreign!, '');
    await second.follower.warmUp();
    assert.equal((await second.find(agent.id, 'apple')).length, 1);
    assert.equal(existsSync(own!), true);
    assert.equal(existsSync(foreign!), false);
  } finally {
    for (const each of [first, second]) await each.close();
    await bench.close();
    await release();
  }
});
