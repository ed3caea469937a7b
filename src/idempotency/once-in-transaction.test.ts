import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLostError, type Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { onceInTransaction } from './once-in-transaction.ts';

const key = { agentId: 'a', endpoint: 'e', key: 'k', bodySha256: '' };

/** A database whose transactions the test ends. */
const createDatabase = () => {
  const open: { succeed(): void; fail(error: Error): void }[] = [];
  const db = {
    transaction: () =>
      new Promise((resolve, reject) => {
        open.push({ succeed: () => resolve(open.length), fail: reject });
      }),
  } as unknown as Database;
  const call = (of = key) => onceInTransaction(db, of, async () => 0);
  return { open, call };
};

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('a call that waits for another call with the same key fails with it', async () => {
  const { open, call } = createDatabase();
  const calls = Promise.allSettled([call(), call(), call()]);
  await tick();
  assert.equal(open.length, 1);
  open[0]!.fail(new Error('the disk is full'));
  assert.deepEqual(
    (await calls).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  const later = call();
  open[1]!.succeed();
  assert.equal(await later, 2, 'the key can be used again');
});

test('a rejected call does not affect other calls', async () => {
  const { open, call } = createDatabase();
  const [first, second] = [call(), call()];
  open[0]!.fail(new AppError('insufficientCredits'));
  await assert.rejects(first, AppError);
  await tick();
  open[1]!.succeed();
  assert.equal(await second, 2);
});

test('calls with other keys, and calls after the first success, do not wait for each other', async () => {
  const { open, call } = createDatabase();
  const calls = [call(), call(), call(), call({ ...key, key: 'other' })];
  assert.equal(open.length, 2);
  open[0]!.succeed();
  await tick();
  assert.equal(open.length, 4);
  for (const { succeed } of open) succeed();
  await Promise.all(calls);
});

test('a transaction that loses its connection runs again', async () => {
  const { open, call } = createDatabase();
  const result = call();
  open[0]!.fail(new ConnectionLostError(undefined));
  while (open.length < 2) await tick();
  open[1]!.succeed();
  assert.equal(await result, 2);
});
