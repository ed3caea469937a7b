import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DatabaseKind, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createObjectContent } from '../../src/files/content/object-content.ts';
import { createObjectSweep } from '../../src/files/object-storage/object-sweep.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { isId } from '../../src/lib/ids.ts';
import { silentLog } from '../../src/lib/log.ts';
import { createMigratedDatabase, skipOn } from '../support/databases/databases.ts';
import { placeMigratedSqlite } from '../support/databases/migrated-sqlite.ts';
import { startObjectStorage } from '../support/servers/object-storage.ts';
import { startStopAfterUpload } from '../support/servers/stop-after-upload.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';
import { createTestClock } from '../support/time/test-clock.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A text document, which is stored before the request is answered. */
const upload = (service: ServiceProcess): Promise<Response> =>
  service.post('/v1/bot/doc/text/add', {
    chunk_token: 200,
    files: [{ file_name: 'hours.txt', file_base64: Buffer.from('We open at nine.').toString('base64') }],
  });

for (const kind of ['sqlite', 'postgres'] satisfies DatabaseKind[])
  test(`after a kill between an upload and its commit, the object is swept and the file can be stored again (${kind})`, {
    skip: skipOn(kind, 'object-storage'),
  }, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-kill-'));
    const database = kind === 'postgres' ? await createMigratedDatabase() : undefined;
    if (!database) await placeMigratedSqlite(folder);
    const storage = await startObjectStorage();
    let service: ServiceProcess | undefined;
    let isKilled = false;
    const proxy = await startStopAfterUpload(storage.endpoint, /\/[0-9a-f]{24}$/, () => {
      isKilled = true;
      void service?.kill();
    });
    context.after(async () => {
      await service?.kill();
      await proxy.close();
      await storage.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    });
    const settings = {
      FRONTDESK_DATA_DIR: folder,
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...storage.environment(),
    };
    const ids = async (): Promise<string[]> => (await storage.keys()).filter(isId);

    service = await startServiceProcess({
      ...settings,
      FRONTDESK_FILES: `s3://files?endpoint=${encodeURIComponent(proxy.endpoint)}`,
    });
    await assert.rejects(upload(service));
    assert.ok(isKilled);
    const orphans = await ids();
    assert.equal(orphans.length, 1, 'the object was stored');

    service = await startServiceProcess(settings);
    const stored = await upload(service);
    assert.equal(stored.status, 200, await stored.text());
    assert.equal((await ids()).length, 2);
    await service.terminate();
    service = undefined;

    const db = database ? await openPostgres(database.url, { maxConnections: 2 }) : await openSqlite(folder);
    try {
      const sweep = createObjectSweep({
        db,
        clock: createTestClock(systemClock.nowMs() + dayMs + 60_000),
        log: silentLog,
        jobs: { define: () => {}, enqueue: async () => '' },
        content: createObjectContent({ bucket: storage.bucket, prefix: '' }),
      });
      assert.deepEqual(await sweep.run(), { objects: 1, uploads: 0 });
      const rows = await db.query.selectFrom('files').select('id').execute();
      assert.deepEqual(
        await ids(),
        rows.map(({ id }) => id),
      );
      assert.ok(!orphans.includes(rows[0]!.id));
    } finally {
      await db.close();
    }
  });
