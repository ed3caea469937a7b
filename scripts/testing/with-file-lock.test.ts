import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { withFileLock } from './with-file-lock.ts';

test('only one caller runs at a time, and a failing one releases the lock', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'with-file-lock-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'deep', 'lock');
  let inside = 0;
  const work = async () => {
    inside += 1;
    assert.equal(inside, 1);
    for (let tick = 0; tick < 20; tick += 1) await setImmediate();
    inside -= 1;
    throw new Error('failed inside');
  };
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => withFileLock(path, work)));
  for (const outcome of outcomes) {
    assert.equal(outcome.status, 'rejected');
    assert.match(String(outcome.reason), /failed inside/);
  }
});
