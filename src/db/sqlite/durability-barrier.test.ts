import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDurabilityBarrier } from './durability-barrier.ts';

/** Syncs that the test completes. */
const manualSync = () => {
  const running: ((error: Error | null) => void)[] = [];
  return {
    sync: (_fileDescriptor: number, done: (error: Error | null) => void) => void running.push(done),
    get started() {
      return running.length;
    },
    end: (index: number, error: Error | null = null) => running[index]!(error),
  };
};

const anyFile = (): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'frontdesk-barrier-')), 'wal');
  closeSync(openSync(path, 'w'));
  return path;
};

const settled = async (promise: Promise<void>): Promise<boolean> => {
  let done = false;
  promise.then(
    () => {
      done = true;
    },
    () => {},
  );
  await new Promise((resolve) => setImmediate(resolve));
  return done;
};

test('a waiter is released only by a sync that started after it began to wait', async () => {
  const { sync, end } = manualSync();
  const barrier = await createDurabilityBarrier(anyFile(), { sync });
  const first = barrier.wait();
  const late = barrier.wait();
  end(0);
  assert.equal(await settled(first), true);
  assert.equal(await settled(late), false, 'the sync had already started');
  end(1);
  assert.equal(await settled(late), true);
});

test('all waiters share the next sync', async () => {
  const manual = manualSync();
  const barrier = await createDurabilityBarrier(anyFile(), { sync: manual.sync });
  const first = barrier.wait();
  const others = [barrier.wait(), barrier.wait(), barrier.wait()];
  manual.end(0);
  await first;
  assert.equal(manual.started, 2);
  manual.end(1);
  await Promise.all(others);
});

test('closing waits for a running sync and for a last one, which releases all who still wait', async () => {
  const manual = manualSync();
  const barrier = await createDurabilityBarrier(anyFile(), { sync: manual.sync });
  const before = barrier.wait();
  const closing = barrier.close();
  const meanwhile = barrier.wait();
  assert.equal(await settled(closing), false, 'the file must stay open for the running sync');
  manual.end(0);
  assert.equal(await settled(before), true);
  assert.equal(await settled(closing), false, 'commits after the start of the first sync need another one');
  manual.end(1);
  await Promise.all([meanwhile, closing]);
  assert.equal(manual.started, 2);
});

test('after closing, nothing waits and nothing is synced', async () => {
  const manual = manualSync();
  const barrier = await createDurabilityBarrier(anyFile(), { sync: manual.sync });
  const closing = barrier.close();
  manual.end(0);
  await closing;
  await barrier.wait();
  assert.equal(manual.started, 1);
});

test('a failed sync is reported once with the file, releases no waiter and is not retried', async () => {
  const manual = manualSync();
  const reports: [string, string][] = [];
  const path = anyFile();
  const barrier = await createDurabilityBarrier(path, {
    sync: manual.sync,
    onFailedSync: (file, error) => {
      reports.push([file, error.message]);
      // Represents the end of the process.
      throw new Error('ended');
    },
  });
  const first = barrier.wait();
  const second = barrier.wait();
  assert.throws(() => manual.end(0, new Error('EIO')), /ended/);
  assert.deepEqual(reports, [[path, 'EIO']]);
  assert.equal(await settled(first), false);
  assert.equal(await settled(second), false);
  assert.equal(manual.started, 1, 'a second sync could succeed although the data is lost');
});
