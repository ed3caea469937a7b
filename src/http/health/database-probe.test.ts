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
  let queryCount = 0;
  let respond: (rows: unknown[]) => void = () => {};
  const silent = queryThat(() => {
    queryCount += 1;
    return new Promise((resolve) => {
      respond = resolve;
    });
  });
  const probe = createDatabaseProbe({ query: silent }, 1);
  assert.deepEqual(await Promise.all([probe(), probe()]), [false, false]);
  assert.equal(await probe(), false);
  assert.equal(queryCount, 1);
  const patientProbe = createDatabaseProbe({ query: silent }, 2 ** 31 - 1);
  const waiting = patientProbe();
  respond([]);
  assert.equal(await waiting, true);
});
