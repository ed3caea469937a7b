import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/databases/databases.ts';
import { skipWithout } from '../../test/support/runner/test-groups.ts';
import { systemClock } from '../lib/clock.ts';
import { createRateLimits, sweepRateBuckets } from './index.ts';

const skip = skipWithout('postgres');

test('all processes together allow as many calls as one process', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const processes = [0, 1, 2].map(() => createRateLimits({ db, clock: systemClock }));
    const startedMs = performance.now();
    const waits = await Promise.all(
      Array.from({ length: 90 }, (_, index) => processes[index % 3]!.take('key:a', 30)),
    );
    const granted = waits.filter((waitMs) => waitMs === 0).length;
    // One token returns every 2 s. A busy machine may need longer for the calls.
    const cameBack = Math.ceil((performance.now() - startedMs) / 2000);
    assert.ok(granted >= 30 && granted <= 30 + cameBack, `${granted} of 90`);
    assert.ok(waits.every((waitMs) => waitMs <= 2000));
    assert.equal(await processes[0]!.take('key:b', 30), 0, 'another name has its own bucket');
  } finally {
    await release();
  }
});

test("a bucket refills over time, up to one minute's worth", { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const limits = () => createRateLimits({ db, clock: systemClock });
    for (let call = 0; call < 3; call += 1) assert.equal(await limits().take('key:a', 3), 0);
    assert.ok((await limits().take('key:a', 3)) > 0);
    const age = (ms: number) =>
      db.query
        .updateTable('rate_buckets')
        .set((eb) => ({ filled_at: eb('filled_at', '-', ms) }))
        .execute();
    await age(20_000);
    assert.equal(await limits().take('key:a', 3), 0);
    assert.ok((await limits().take('key:a', 3)) > 0);
    await age(3_600_000);
    for (let call = 0; call < 3; call += 1) assert.equal(await limits().take('key:a', 3), 0);
    assert.ok((await limits().take('key:a', 3)) > 0);
    await age(61_000);
    await sweepRateBuckets(db.query);
    assert.deepEqual(await db.query.selectFrom('rate_buckets').selectAll().execute(), []);
  } finally {
    await release();
  }
});

test('names with quotes and of any length are accepted', { skip }, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    const name = `key:'; drop table rate_buckets; -- ${'x'.repeat(500)}`;
    const [one, other] = [0, 1].map(() => createRateLimits({ db, clock: systemClock }));
    assert.equal(await one!.take(name, 1), 0);
    assert.ok((await other!.take(name, 1)) > 0);
  } finally {
    await release();
  }
});
