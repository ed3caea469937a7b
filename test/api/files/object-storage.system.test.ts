import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { newId } from '../../../src/lib/ids.ts';
import { createLogger } from '../../../src/logger.ts';
import { addTexts, base64 } from '../../support/knowledge/documents.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type ObjectStorage, startObjectStorage, storageKey } from '../../support/servers/object-storage.ts';
import { type TestService, testService, withService } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';

const needs = 'object-storage';
const megabyte = 2 ** 20;
let storage: ObjectStorage;

before(async () => {
  if (!skipWithout(needs)) storage = await startObjectStorage();
});
after(() => storage?.close());

/** Each service has its own prefix, with characters that must be encoded. */
const options = () => ({
  models: createScriptedModel().models,
  environment: storage.environment(`${encodeURIComponent(`team ä+${newId()}`)}/files`),
});

const sendDocument = (service: TestService, conversation_id: string, text: string) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Read this.' },
          { type: 'document', document: { base64_content: base64(text), name: 'letter.md' } },
        ],
      },
    ],
  });

const fileIds = async ({ app }: TestService): Promise<string[]> => {
  const rows = await app.db.query.selectFrom('files').select(['id', 'stored_in']).orderBy('id').execute();
  assert.ok(rows.every(({ stored_in }) => stored_in === 'objects'));
  return rows.map(({ id }) => id);
};

/** IDs of the files in the bucket. */
const objectIds = async ({ app }: TestService): Promise<string[]> => {
  const { prefix, idOf } = app.rooms.objectStorage.content!;
  return (await storage.keys(prefix)).map(idOf).filter((id) => id !== undefined);
};

const share = async ({ app }: TestService, bytes: Buffer): Promise<string> => {
  const { id } = await app.db.query.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const { url } = await app.rooms.sharedFiles.share({
    workspaceId: id,
    name: 'sound.mp3',
    mediaType: 'audio/mpeg',
    source: { bytes },
  });
  return url.replace(/^https?:\/\/[^/]+/, '');
};

testService(
  'files of messages and documents are in the bucket, are read from there, and are erased',
  options,
  async (service) => {
    const conversation = await service.newConversation('ada');
    const answer = await sendDocument(service, conversation, '# Letter\n\nTea costs 3.');
    assert.equal(answer.status, 200, answer.text);
    const [document] = await addTexts(service, [{ name: 'hours.txt', text: 'The shop opens at nine.' }]);
    assert.ok(document);
    const stored = await fileIds(service);
    assert.equal(stored.length, 2);
    assert.deepEqual(await objectIds(service), stored);
    const folder = join(service.folder, 'files');
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], []);
    const pieces = await service.app.db.query.selectFrom('file_pieces').select('file_id').execute();
    assert.deepEqual(pieces, []);

    const agent = await service.app.db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
    await service.app.rooms.erasure.user(agent.id, 'ada', async () => {});
    assert.equal((await fileIds(service)).length, 1);
    assert.deepEqual(await objectIds(service), await fileIds(service));
    const metrics = await service.call('GET', '/metrics', undefined, { key: null });
    assert.match(
      metrics.text,
      /frontdesk_object_storage_request_duration_seconds_count\{operation="PutObject",outcome="200"\} \d/,
    );
  },
  { needs },
);

testService(
  'a download sends the whole file or a range of it',
  options,
  async (service) => {
    const bytes = randomBytes(9 * megabyte + 7);
    const url = await share(service, bytes);
    const get = (headers: Record<string, string> = {}) =>
      service.app.server.inject({ method: 'GET', url, headers });
    const whole = await get();
    assert.deepEqual([whole.statusCode, whole.rawPayload.equals(bytes)], [200, true]);
    // Over the border of two parts.
    const part = await get({ range: `bytes=${8 * megabyte - 5}-${8 * megabyte + 5}` });
    assert.equal(part.statusCode, 206);
    assert.ok(part.rawPayload.equals(bytes.subarray(8 * megabyte - 5, 8 * megabyte + 6)));
    const last = await get({ range: 'bytes=-1' });
    assert.ok(last.rawPayload.equals(bytes.subarray(-1)));
  },
  { needs },
);

testService(
  'an interrupted storage refuses files with a clear error, and other messages are answered',
  options,
  async (service) => {
    const bytes = randomBytes(1000);
    const url = await share(service, bytes);
    const conversation = await service.newConversation('ada');
    await storage.halt();
    try {
      const refused = await sendDocument(service, conversation, '# Letter\n\nTea costs 3.');
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.message, refused.headers['retry-after']],
        [503, 50000, 'The file storage is not available. Try again later', '10'],
      );
      const download = await service.call('GET', url, undefined, { key: null });
      assert.equal(download.status, 503);
      assert.equal(download.body.message, 'The file storage is not available. Try again later');
      const plain = await service.call('POST', '/v2/conversation/message', {
        conversation_id: conversation,
        messages: [{ role: 'user', content: 'Hello' }],
      });
      assert.equal(plain.status, 200, plain.text);
      assert.equal((await service.call('GET', '/readyz', undefined, { key: null })).status, 200);
    } finally {
      await storage.resume();
    }
    const accepted = await sendDocument(service, conversation, '# Letter\n\nTea costs 3.');
    assert.equal(accepted.status, 200, accepted.text);
    const whole = await service.app.server.inject({ method: 'GET', url });
    assert.ok(whole.rawPayload.equals(bytes));
  },
  { needs },
);

const startWith = async (folder: string, environment: Record<string, string>): Promise<string> => {
  try {
    const app = await createApp({
      config: loadConfig(
        { FRONTDESK_DATA_DIR: folder, FRONTDESK_SECRET_KEY: testSecretKey, ...environment },
        'none.yaml',
      ),
      log: createLogger('silent'),
    });
    await app.close();
    return 'started';
  } catch (error) {
    return (error as Error).message;
  }
};

test(
  'a service does not start with a storage that it cannot use, and says why',
  { skip: skipWithout(needs) },
  () =>
    withService('sqlite', {}, async (service) => {
      await service.app.close();
      const right = storage.environment(newId());
      const start = (change: Record<string, string>) => startWith(service.folder, { ...right, ...change });
      const cases: [change: Record<string, string>, message: RegExp][] = [
        [
          { FRONTDESK_FILES_SECRET_ACCESS_KEY: 'wrong' },
          /^FRONTDESK_FILES cannot be used: .*Check the access key/,
        ],
        [
          { FRONTDESK_FILES: right.FRONTDESK_FILES!.replace('s3://files', 's3://absent') },
          /^FRONTDESK_FILES cannot be used: There is no bucket absent/,
        ],
        [
          { FRONTDESK_FILES: `${right.FRONTDESK_FILES}&region=eu-west-9` },
          /^FRONTDESK_FILES cannot be used: The bucket is in the region us-east-1/,
        ],
        [
          { FRONTDESK_FILES: 's3://files?endpoint=http://127.0.0.1:1' },
          /^FRONTDESK_FILES cannot be used: 127\.0\.0\.1:1 refused the connection/,
        ],
      ];
      for (const [change, message] of cases) {
        const result = await start(change);
        assert.match(result, message);
        assert.ok(!result.includes(storageKey.secretAccessKey));
      }
      assert.equal(await start({}), 'started');
      await service.restart();
    }),
);

test('a service does not start without its storage, with another one, or with that of another installation', {
  skip: skipWithout(needs),
}, async (context) => {
  const environment = storage.environment(newId());
  const other = mkdtempSync(join(tmpdir(), 'frontdesk-other-'));
  context.after(() => rmSync(other, { recursive: true, force: true }));
  await withService('sqlite', { environment }, async (service) => {
    await share(service, randomBytes(10));
    await service.app.close();
    assert.match(
      await startWith(service.folder, {}),
      /^FRONTDESK_FILES is not set, but files are in object storage, .*frontdesk move --files-to folder$/,
    );
    assert.match(
      await startWith(service.folder, storage.environment(newId())),
      /^FRONTDESK_FILES cannot be used: the files of this database are not there/,
    );
    assert.match(
      await startWith(other, environment),
      /^FRONTDESK_FILES cannot be used: another installation of Frontdesk uses it/,
    );
    assert.equal(await startWith(service.folder, environment), 'started');
    await service.restart();
  });
});
