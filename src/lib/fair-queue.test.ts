import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { createFairQueue, type FairQueue, serviceOwner } from './fair-queue.ts';

const ownerOf = (name: string) => {
  const [workspaceId = '', userId = ''] = name.split('/');
  return { workspaceId, userId };
};

/** Tasks named workspace/user/number. The test ends the oldest of them. */
const createRecord = (queue: FairQueue) => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, isBackground = false, signal?: AbortSignal): Promise<string> =>
    queue.run({ owner: ownerOf(name), isBackground, signal }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endAll = async (): Promise<void> => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()!();
  };
  return { started, add, endAll, settle, endOne: () => ends.shift()!() };
};

test('tasks alternate between workspaces, then between users, then run in order of arrival', async () => {
  const record = createRecord(createFairQueue({ concurrency: 1 }));
  const names = [
    'a/one/1',
    'a/one/2',
    'a/one/3',
    'a/one/4',
    'a/two/1',
    'a/two/2',
    'b/one/1',
    'b/one/2',
    'c/one/1',
  ];
  const all = Promise.all(names.map((name) => record.add(name)));
  await record.endAll();
  assert.deepEqual(await all, names);
  assert.deepEqual(record.started, [
    'a/one/1',
    'a/one/2',
    'b/one/1',
    'c/one/1',
    'a/two/1',
    'b/one/2',
    'a/one/3',
    'a/two/2',
    'a/one/4',
  ]);
});

test('a new workspace waits for one task of each other workspace, not for all tasks', async () => {
  const record = createRecord(createFairQueue({ concurrency: 1 }));
  for (let number = 0; number < 36; number += 1) void record.add(`a/visitor${number % 4}/${number}`);
  await record.settle();
  void record.add('b/one/1');
  await record.endAll();
  assert.equal(record.started.indexOf('b/one/1'), 2);
  assert.equal(record.started.length, 37);
});

test('interactive tasks go first, and background tasks still get every ninth start', async () => {
  const record = createRecord(createFairQueue({ concurrency: 1 }));
  void record.add('a/one/first');
  for (let number = 0; number < 3; number += 1) void record.add(`b//document${number}`, true);
  for (let number = 0; number < 20; number += 1) void record.add(`a/one/${number}`);
  await record.endAll();
  const places = record.started.flatMap((name, place) => (name.includes('document') ? [place] : []));
  assert.deepEqual(places, [9, 18, 23]);
});

test('a workspace above the limit is rejected with a retry time; others and documents are not', async () => {
  const record = createRecord(createFairQueue({ concurrency: 1, maxPerWorkspace: 3 }));
  const accepted = ['a/one/1', 'a/one/2', 'a/two/1'].map((name) => record.add(name));
  await assert.rejects(record.add('a/three/1'), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.kind, error.code], ['rateLimited', 40008]);
    assert.ok(error.retryAfterSeconds! > 0);
    return true;
  });
  accepted.push(record.add('b/one/1'), record.add('a//document', true));
  await record.endAll();
  await Promise.all(accepted);
  const again = record.add('a/three/2');
  await record.endAll();
  assert.equal(await again, 'a/three/2');
});

test('a task aborted while it waits never runs and frees its place', async () => {
  const record = createRecord(createFairQueue({ concurrency: 1, maxPerWorkspace: 2 }));
  const controller = new AbortController();
  const first = record.add('a/one/1');
  const second = record.add('a/one/2', false, controller.signal);
  controller.abort(new Error('not needed'));
  await assert.rejects(second, /not needed/);
  const third = record.add('a/one/3');
  await assert.rejects(record.add('a/one/4', false, AbortSignal.abort(new Error('never'))), /never/);
  await record.endAll();
  await Promise.all([first, third]);
  assert.deepEqual(record.started, ['a/one/1', 'a/one/3']);
});

test('a task that fails frees its place for the next', async () => {
  const queue = createFairQueue({ concurrency: 1 });
  const failing = queue.run({ owner: serviceOwner }, () => Promise.reject(new Error('broken')));
  const next = queue.run({ owner: serviceOwner }, async () => 'done');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'done');
});

test('the limit may depend on the running tasks', async () => {
  const queue = createFairQueue({
    concurrency: (isBackground, running) => 1 + (!isBackground && running.background > 0 ? 1 : 0),
  });
  const record = createRecord(queue);
  const all = [record.add('a//1', true), record.add('a//2', true), record.add('b/one/1')];
  await record.settle();
  assert.deepEqual(record.started, ['a//1', 'b/one/1']);
  await record.endAll();
  await Promise.all(all);
});

test('closing rejects waiting and later tasks', async () => {
  const queue = createFairQueue({ concurrency: 1 });
  const record = createRecord(queue);
  const first = record.add('a/one/1');
  const second = record.add('a/one/2');
  queue.close(new Error('closed'));
  await assert.rejects(second, /closed/);
  await assert.rejects(record.add('a/one/3'), /closed/);
  await record.endAll();
  assert.equal(await first, 'a/one/1');
});
