import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handle } from '../../db/index.ts';
import { createDatabaseProbe } from './database-probe.ts';

const queryThat = (execute: () => Promise<unknown>): Handle => {
  const builder = { select: () => builder, limit: () => builder, execute };
  return { selectFrom: () => builder } as unknown as Handle;
};

test('a database is ready if it answers, and not if the query fails', async () => {
  assert.equal(await createDatabaseProbe({ query: queryThat(async () => []) })(), true);
  const refusing = queryThat(() => Promise.reject(new Error('refused')));
  assert.equal(await createDatabaseProbe({ query: refusing })(), false);
});

test('a silent database is not ready, gets one query for all callers, and is ready once it answers', async () => {
  let asked = 0;
  let speak: (rows: unknown[]) => void = () => {};
  const silent = queryThat(() => {
    asked += 1;
    return new Promise((resolve) => {
      speak = resolve;
    });
  });
  const answers = createDatabaseProbe({ query: silent }, 1);
  assert.deepEqual(await Promise.all([answers(), answers()]), [false, false]);
  assert.equal(await answers(), false);
  assert.equal(asked, 1);
  const patient = createDatabaseProbe({ query: silent }, 2 ** 31 - 1);
  const waiting = patient();
  speak([]);
  assert.equal(await waiting, true);
});
