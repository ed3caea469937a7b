import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFreeDisk } from './free-disk.ts';

const kind = async (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => 'room',
    (error) => error.kind,
  );

test('data that would leave less than the minimum is rejected, also in many parts', async () => {
  let free = 1000;
  let now = 0;
  const disk = createFreeDisk({
    folder: '/data',
    minFreeBytes: 400,
    nowMs: () => now,
    readFreeBytes: async () => free,
  });
  assert.equal(await kind(disk.requireRoom(601)), 'diskFull');
  for (let part = 0; part < 6; part += 1) assert.equal(await kind(disk.requireRoom(100)), 'room');
  assert.equal(await kind(disk.requireRoom(1)), 'diskFull', 'accepted bytes count before they are written');
  assert.equal(await kind(disk.requireRoom(0)), 'room', 'calls that store nothing are accepted');
  now += 1000;
  free = 450;
  assert.equal(await kind(disk.requireRoom(50)), 'room');
  assert.equal(await kind(disk.requireRoom(1)), 'diskFull');
});

test('for a missing folder its parent is checked, and 0 means no minimum', async () => {
  const folder = join(tmpdir(), 'not-there', 'not-there-either');
  await createFreeDisk({ folder, minFreeBytes: 1 }).requireRoom(1);
  const error = createFreeDisk({ folder, minFreeBytes: Number.MAX_SAFE_INTEGER }).requireRoom(1);
  await assert.rejects(error, { kind: 'diskFull', code: 50000 });
  const readFreeBytes = async () => 0;
  await createFreeDisk({ folder, minFreeBytes: 0, readFreeBytes }).requireRoom(1);
});
