import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openFiles } from '../../../test/support/files/open-files.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { type ObjectStorage, startObjectStorage } from '../../../test/support/servers/object-storage.ts';
import { createTestClock } from '../../../test/support/time/test-clock.ts';
import type { Database } from '../../db/index.ts';
import { createJobs } from '../../jobs/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { silentLog } from '../../lib/log.ts';
import { createObjectContent, partBytes } from '../content/object-content.ts';
import { createObjectSweep } from './object-sweep.ts';

const needs = 'object-storage';
const workspaceId = 'f'.repeat(24);
const hourMs = 60 * 60 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-sweep-'));
const body = {
  bytes: Buffer.from('x'),
  sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
};
let storage: ObjectStorage;

before(async () => {
  if (!skipWithout(needs)) storage = await startObjectStorage();
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await storage?.close();
});

const open = async (db: Database) => {
  const prefix = `${newId()}/`;
  const content = createObjectContent({ bucket: storage.bucket, prefix });
  // Ahead of the clock of the storage: what was just stored is old.
  const clock = createTestClock(systemClock.nowMs() + 23 * hourMs);
  const jobs = createJobs({ db, clock, log: silentLog, processId: newId() });
  const sweep = createObjectSweep({ db, clock, log: silentLog, jobs, content, pageSize: 2 });
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  const files = openFiles({ db, clock: systemClock, folder, objects: content });
  const store = async (bytes = Buffer.from('kept')): Promise<string> =>
    (await files.store({ workspaceId, name: 'a', mediaType: 'text/plain', source: { bytes } })).id;
  const keys = async (): Promise<string[]> =>
    (await storage.keys(prefix)).map((key) => key.slice(prefix.length));
  return { prefix, content, clock, jobs, sweep, files, store, keys };
};

forEachDatabase(
  'objects without a file are removed after a day, and nothing else',
  async (db) => {
    const { prefix, clock, sweep, store, keys } = await open(db);
    const kept = [await store(), await store(), await store()];
    const orphans = Array.from({ length: 5 }, () => newId());
    const foreign = ['frontdesk-installation', 'notes.txt', `other/${newId()}`];
    for (const name of [...orphans, ...foreign]) await storage.bucket.put(prefix + name, body);
    const elsewhere = newId();
    await storage.bucket.put(elsewhere, body);
    const stale = await storage.bucket.startUpload(prefix + newId());
    const foreignUpload = await storage.bucket.startUpload(`${prefix}not an ID`);

    assert.deepEqual(await sweep.run(), { objects: 0, uploads: 0 });
    assert.equal((await keys()).length, kept.length + orphans.length + foreign.length);

    clock.advance(2 * hourMs);
    let pages = 0;
    const swept = await sweep.run(async () => {
      pages += 1;
    });
    assert.deepEqual(swept, { objects: orphans.length, uploads: 1 });
    assert.ok(pages > 5, 'page by page');
    assert.deepEqual((await keys()).toSorted(), [...kept, ...foreign].toSorted());
    assert.equal(await storage.bucket.size(elsewhere), 1);
    const { uploads } = await storage.bucket.listUploads(prefix);
    assert.deepEqual(
      uploads.map(({ uploadId }) => uploadId),
      [foreignUpload],
    );
    assert.notEqual(stale, foreignUpload);
    assert.deepEqual(await sweep.run(), { objects: 0, uploads: 0 });
  },
  { needs },
);

forEachDatabase(
  'the sweep runs as one job, and stops if another process has taken it over',
  async (db) => {
    const { prefix, clock, jobs, sweep, keys } = await open(db);
    await storage.bucket.put(`${prefix}${newId()}`, body);
    clock.advance(2 * hourMs);
    await assert.rejects(
      sweep.run(async () => {
        throw new Error('another process');
      }),
      /another process/,
    );
    assert.equal((await keys()).length, 1, 'nothing was removed');
    await sweep.start();
    await sweep.start();
    const waiting = await db.query.selectFrom('jobs').select('queue').execute();
    assert.deepEqual(
      waiting.map(({ queue }) => queue),
      ['object-sweep'],
    );
    await jobs.start();
    try {
      await jobs.idle();
    } finally {
      await jobs.stop({ graceMs: 1000 });
    }
    assert.deepEqual(await keys(), []);
    const [next] = await db.query.selectFrom('jobs').select('run_at').execute();
    assert.ok(Number(next?.run_at) > clock.nowMs() + 23 * hourMs, 'it runs again after a day');
  },
  { needs },
);

forEachDatabase(
  'removed and discarded files are removed from the storage',
  async (db) => {
    const { files, store, keys } = await open(db);
    const [removed, erased, kept] = [
      await store(),
      await store(),
      await store(Buffer.alloc(partBytes + 1, 'k')),
    ];
    const loose = await files.store({
      workspaceId,
      name: 'b',
      mediaType: 'text/plain',
      source: { bytes: Buffer.from('loose') },
      isUnreferenced: true,
    });
    await files.remove(removed);
    await files.discard([loose.id]);
    await db.transaction((tx) => files.removeIn(tx, [erased]));
    assert.deepEqual((await keys()).toSorted(), [erased, kept].toSorted(), 'until the job has run');
    await files.removeContents([erased]);
    await files.removeContents([erased]);
    assert.deepEqual(await keys(), [kept]);
    const { pieces } = (await files.open(kept))!;
    assert.equal(Buffer.concat(await Array.fromAsync(pieces(5, 9))).toString(), 'kkkkk');
  },
  { needs },
);
