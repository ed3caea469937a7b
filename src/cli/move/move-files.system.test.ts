import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { createMigratedDatabase, skipOn } from '../../../test/support/databases/databases.ts';
import { placeMigratedSqlite } from '../../../test/support/databases/migrated-sqlite.ts';
import { seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import { type ObjectStorage, startObjectStorage } from '../../../test/support/servers/object-storage.ts';
import { createCommandLine } from '../../../test/support/service/command-line.ts';
import { testSecretKey } from '../../../test/support/service/test-encryption.ts';
import type { DatabaseKind } from '../../db/index.ts';
import { filePath } from '../../files/index.ts';
import { newId } from '../../lib/ids.ts';
import { withAllRooms } from '../open-all-rooms.ts';
import { openBeside } from '../open-rooms.ts';

const needs = 'object-storage';
const kinds = ['sqlite', 'postgres'] satisfies DatabaseKind[];
let storage: ObjectStorage;

before(async () => {
  if (!skipWithout(needs)) storage = await startObjectStorage();
});
after(() => storage?.close());

const prepare = async (context: TestContext, kind: DatabaseKind) => {
  const database = kind === 'postgres' ? await createMigratedDatabase() : undefined;
  if (database) context.after(database.drop);
  const prefix = `a b/ä+${newId()}`;
  const base = {
    FRONTDESK_SECRET_KEY: testSecretKey,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const withStorage = { ...base, ...storage.environment(encodeURIComponent(prefix)) };
  const commandLine = createCommandLine(context, withStorage);
  mkdirSync(commandLine.dataDir, { recursive: true });
  if (!database) await placeMigratedSqlite(commandLine.dataDir);
  const config = commandLine.config();
  const db = await openBeside(config);
  const { workspaceId } = await seedConversation(db, []);
  await db.close();

  /** Stores files where new files are stored without object storage. */
  const store = (contents: Buffer[]): Promise<string[]> =>
    withAllRooms({ ...config, files: undefined }, ({ files }) =>
      Promise.all(
        contents.map(async (bytes, at) => {
          const name = `file ${at}`;
          return (await files.store({ workspaceId, name, mediaType: 'x/y', source: { bytes } })).id;
        }),
      ),
    );
  const places = () =>
    withAllRooms(config, async ({ db: { query } }) => {
      const rows = await query.selectFrom('files').select(['id', 'stored_in']).execute();
      const pieces = await query.selectFrom('file_pieces').select('file_id').distinct().execute();
      return {
        objects: rows.filter(({ stored_in }) => stored_in === 'objects').map(({ id }) => id),
        local: rows.filter(({ stored_in }) => stored_in === 'local').map(({ id }) => id),
        pieces: pieces.map(({ file_id }) => file_id),
        inBucket: (await storage.keys(`${prefix}/`))
          .map((key) => key.slice(prefix.length + 1))
          .filter((name) => name !== 'frontdesk-installation'),
      };
    });
  return {
    ...commandLine,
    config,
    prefix,
    store,
    places,
    local: kind === 'sqlite' ? 'folder' : 'database',
    read: (ids: string[]) =>
      withAllRooms(config, ({ files }) =>
        Promise.all(ids.map(async (id) => Buffer.from(await files.read(id)))),
      ),
    onDisk: (id: string): boolean => existsSync(filePath(join(commandLine.dataDir, 'files'), id)),
    uploads: (): string[] => {
      const folder = join(commandLine.dataDir, 'uploads');
      return existsSync(folder) ? readdirSync(folder) : [];
    },
  };
};

for (const kind of kinds) {
  const skip = skipOn(kind, needs);

  test(`files move to object storage and back, and stay the same (${kind})`, { skip }, async (context) => {
    const { run, store, read, places, local, onDisk, uploads } = await prepare(context, kind);
    const contents = [randomBytes(9 * 2 ** 20), Buffer.from('small'), Buffer.alloc(0), randomBytes(2 ** 20)];
    const ids = await store(contents);
    const there = await run(['move', '--files-to', 'object-storage']);
    assert.equal(there.code, 0, there.errors + there.out);
    assert.match(there.out, /Moved 4 files of 10\.0 MB; all checksums match/);
    const moved = await places();
    assert.deepEqual([moved.objects.toSorted(), moved.local, moved.pieces], [ids.toSorted(), [], []]);
    assert.deepEqual(moved.inBucket.toSorted(), ids.toSorted());
    assert.ok(ids.every((id) => !onDisk(id)));
    assert.deepEqual(await read(ids), contents);
    const doctor = await run(['doctor', '--integrity']);
    assert.match(doctor.out, /ok +Object storage +bucket files at http:\/\/127\.0\.0\.1:\d+ answers/);
    assert.match(doctor.out, /ok +Files in objects +4 exist with their full size/);

    const again = await run(['move', '--files-to', 'object-storage']);
    assert.match(again.out, /Moved 0 files/);

    const back = await run(['move', '--files-to', local]);
    assert.equal(back.code, 0, back.errors + back.out);
    assert.match(back.out, /Moved 4 files of 10\.0 MB; all checksums match\nRemove FRONTDESK_FILES/);
    const returned = await places();
    assert.deepEqual([returned.local.toSorted(), returned.inBucket], [ids.toSorted(), []]);
    assert.deepEqual(await read(ids), contents);
    assert.deepEqual(uploads(), []);
  });

  test(`an interrupted move continues, and damaged files stay and are named (${kind})`, {
    skip,
  }, async (context) => {
    const { run, config, prefix, store, read, places, local, onDisk, dataDir } = await prepare(context, kind);
    const contents = [Buffer.from('first'), Buffer.from('second'), Buffer.from('third')];
    const [first, second, third] = (await store(contents)) as [string, string, string];
    // What a move leaves that was killed after it copied a file.
    const other = Buffer.from('unfinished');
    const sha256 = createHash('sha256').update(other).digest('hex');
    await storage.bucket.put(`${prefix}/${first}`, { bytes: other, sha256 });
    // Damage of the second file.
    await withAllRooms(config, async ({ db: { query } }) => {
      await query
        .updateTable('files')
        .set({ sha256: '0'.repeat(64) })
        .where('id', '=', second)
        .execute();
    });
    const there = await run(['move', '--files-to', 'object-storage']);
    assert.equal(there.code, 1);
    assert.match(there.out, /Moved 2 files/);
    assert.match(there.out, new RegExp(`Not moved: file ${second} \\(file 1\\): its checksum is wrong`));
    assert.deepEqual((await places()).objects.toSorted(), [first, third].toSorted());
    assert.deepEqual(await read([first, second, third]), contents);

    // Copies that a move to the database or folder left, and an object that is lost.
    if (kind === 'postgres')
      await withAllRooms(config, async ({ db: { query } }) => {
        await query
          .insertInto('file_pieces')
          .values({ file_id: first, position: 7, bytes: Buffer.from('unfinished') })
          .execute();
      });
    else {
      mkdirSync(dirname(filePath(join(dataDir, 'files'), first)), { recursive: true });
      writeFileSync(filePath(join(dataDir, 'files'), first), 'unfinished');
    }
    await storage.bucket.remove(`${prefix}/${third}`);
    const doctor = await run(['doctor', '--integrity']);
    assert.match(doctor.out, new RegExp(`fail +Files in objects +every file exists .*${third}`));
    const back = await run(['move', '--files-to', local]);
    assert.equal(back.code, 1);
    assert.match(back.out, new RegExp(`Not moved: file ${third} \\(file 2\\): .*status 404`));
    assert.deepEqual(await read([first, second]), contents.slice(0, 2));
    if (kind === 'sqlite') assert.ok(onDisk(first) && onDisk(second));
  });

  test(`wrong options and a storage that does not answer move nothing (${kind})`, {
    skip,
  }, async (context) => {
    const { run, store, places, local } = await prepare(context, kind);
    const ids = await store([Buffer.from('one')]);
    const wrong: [args: string[], message: RegExp][] = [
      [['--files-to', 'cloud'], /--files-to must be one of object-storage, folder, database/],
      [['--files-to', local === 'folder' ? 'database' : 'folder'], /--files-to must be (folder|database) or/],
      [['--files-to', 'object-storage', '--to', 'postgres://x/y'], /cannot both be given/],
    ];
    for (const [args, message] of wrong) {
      const { code, errors } = await run(['move', ...args]);
      assert.equal(code, 2);
      assert.match(errors, message);
    }
    await storage.halt();
    const refused = await run(['move', '--files-to', 'object-storage']);
    const doctor = await run(['doctor']);
    await storage.resume();
    assert.equal(refused.code, 1);
    assert.match(refused.errors, /FRONTDESK_FILES cannot be used: .*refused the connection/);
    assert.match(doctor.out, /fail +Object storage +.*refused the connection/);
    assert.deepEqual((await places()).local, ids);
  });
}
