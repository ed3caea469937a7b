import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { openFiles } from '../../test/support/files/open-files.ts';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import type { Database } from '../db/index.ts';
import type { Files } from './index.ts';
import { readPieceBytes } from './read-range.ts';

const workspaceId = 'f'.repeat(24);
const rowBytes = 2 ** 20;

const withFiles = async (db: Database, use: (files: Files) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-files-'));
  try {
    await db.query
      .insertInto('workspaces')
      .values({ id: workspaceId, name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 })
      .execute();
    await use(openFiles({ db, clock: createTestClock(), folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const store = async (files: Files, bytes: Buffer): Promise<string> =>
  (await files.store({ workspaceId, name: 'a', mediaType: 'text/plain', source: { bytes } })).id;

forEachDatabase('any range of a file is read, in pieces of limited size', async (db) => {
  await withFiles(db, async (files) => {
    const bytes = randomBytes(2 * rowBytes + 12_345);
    const file = await files.open(await store(files, bytes));
    assert.ok(file);
    assert.deepEqual([file.name, file.mediaType, file.sizeBytes], ['a', 'text/plain', bytes.length]);
    for (const [first, last] of [
      [0, 0],
      [0, bytes.length - 1],
      [bytes.length - 1, bytes.length - 1],
      [rowBytes - 1, rowBytes],
      [rowBytes, rowBytes],
      [rowBytes - 40_000, 2 * rowBytes + 3],
      [2 * rowBytes, bytes.length - 1],
    ] as const) {
      const read: Buffer[] = [];
      for await (const piece of file.pieces(first, last)) {
        assert.ok(piece.length > 0 && piece.length <= readPieceBytes);
        read.push(Buffer.from(piece));
      }
      assert.ok(Buffer.concat(read).equals(bytes.subarray(first, last + 1)), `${first}-${last}`);
    }
  });
});

forEachDatabase('an empty file has no pieces, and a missing file cannot be opened', async (db) => {
  await withFiles(db, async (files) => {
    const empty = await files.open(await store(files, Buffer.alloc(0)));
    assert.deepEqual(await Array.fromAsync(empty!.pieces(0, -1)), []);
    assert.equal(await files.open('0'.repeat(24)), undefined);
  });
});

forEachDatabase('a range beyond the stored content is an error', async (db) => {
  await withFiles(db, async (files) => {
    const file = await files.open(await store(files, Buffer.from('abc')));
    await assert.rejects(Array.fromAsync(file!.pieces(1, 5)), /ends at byte 3, before byte 5/);
  });
});

forEachDatabase('reading can be aborted', async (db) => {
  await withFiles(db, async (files) => {
    const id = await store(files, Buffer.alloc(10 * readPieceBytes));
    const file = await files.open(id);
    for await (const _piece of file!.pieces(0, 10 * readPieceBytes - 1)) break;
    await files.remove(id);
    assert.equal(await files.open(id), undefined);
  });
});
