import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import type { Database } from '../db/index.ts';
import { systemClock as clock } from '../lib/clock.ts';
import { newSecretKey } from '../lib/secret-key.ts';
import { createKeyFile, readKeyFile } from './key-file.ts';
import { type KeySource, openEncryption } from './open-encryption.ts';

const newFolder = (context: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-key-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const fileIn = (folder: string): KeySource => ({
  secretKey: undefined,
  secretKeyFile: join(folder, 'secret.key'),
});

const open = (db: Database, source: KeySource) => openEncryption({ db, clock }, source);

const refusal = async (db: Database, source: KeySource): Promise<string> => {
  const error = await open(db, source).then(
    () => assert.fail('the key was accepted'),
    (refused: Error) => refused,
  );
  assert.equal(error.name, 'SecretKeyError');
  return error.message;
};

forEachDatabase('the first start creates a private key file and later starts use it', async (db, context) => {
  const source = fileIn(join(newFolder(context), 'not/there/yet'));
  const { keyId } = await open(db, source);
  assert.equal(statSync(source.secretKeyFile).mode & 0o777, 0o600);
  const content = readFileSync(source.secretKeyFile, 'utf8');
  assert.equal((await open(db, source)).keyId, keyId);
  assert.equal(readFileSync(source.secretKeyFile, 'utf8'), content);
});

forEachDatabase(
  'two processes whose first start is at the same time use the same key',
  async (db, context) => {
    const source = fileIn(newFolder(context));
    const opened = await Promise.all([open(db, source), open(db, source), open(db, source)]);
    assert.equal(new Set(opened.map(({ keyId }) => keyId)).size, 1);
  },
);

forEachDatabase('a start without the key fails and creates no new one', async (db, context) => {
  const source = fileIn(newFolder(context));
  const { keyId } = await open(db, source);
  rmSync(source.secretKeyFile);
  const message = await refusal(db, source);
  assert.match(message, /^The secret key is missing/);
  assert.ok(message.includes(keyId) && message.includes(source.secretKeyFile));
  assert.ok(message.includes('FRONTDESK_SECRET_KEY') && message.includes('frontdesk secrets discard'));
  assert.equal(existsSync(source.secretKeyFile), false);
});

forEachDatabase('a start with another key fails with both ids', async (db, context) => {
  const own = { ...fileIn(newFolder(context)), secretKey: newSecretKey() };
  await open(db, own);
  const setting = { ...own, secretKey: newSecretKey() };
  const bySetting = await refusal(db, setting);
  assert.match(bySetting, /FRONTDESK_SECRET_KEY contains key/);
  for (const { id } of [own.secretKey, setting.secretKey]) assert.ok(bySetting.includes(id));
  const file = fileIn(newFolder(context));
  await createKeyFile(file.secretKeyFile, newSecretKey());
  assert.ok((await refusal(db, file)).includes(`${file.secretKeyFile} contains key`));
});

forEachDatabase('a start during an unfinished rotation fails', async (db, context) => {
  const source = fileIn(newFolder(context));
  await open(db, source);
  await db.query
    .insertInto('encryption_keys')
    .values({ key_id: 'before', state: 'retiring', created_at: 1 })
    .execute();
  assert.match(await refusal(db, source), /frontdesk secrets rotate/);
});

test('a key file that is empty, damaged or has too many keys is refused without quoting it', (context) => {
  const { secretKeyFile } = fileIn(newFolder(context));
  const key = newSecretKey().bytes.toString('base64');
  for (const content of ['', '# only a comment\n', 'not a key', `${key}\n${key}\n${key}\n`]) {
    writeFileSync(secretKeyFile, content);
    assert.throws(
      () => readKeyFile(secretKeyFile),
      ({ message }: Error) => message.includes(secretKeyFile) && !message.includes(key),
    );
  }
});

forEachDatabase(
  'a broken connection at the first start does not remove the key in use',
  async (db, context) => {
    const source = fileIn(newFolder(context));
    // The key is stored in the database, and the database fails when it is read again.
    let reads = 0;
    const query = new Proxy(db.query, {
      get: (target, name) => {
        if (name === 'selectFrom' && ++reads > 1) throw new Error('the connection broke');
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await assert.rejects(open({ ...db, query }, source), /the connection broke/);
    const [key] = readKeyFile(source.secretKeyFile)!;
    assert.equal((await open(db, source)).keyId, key!.id);
  },
);
