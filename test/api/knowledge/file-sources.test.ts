import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { accessKey, startS3Server } from '../../support/servers/s3-server.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'frontdesk-manuals-')));
mkdirSync(join(folder, 'shop'));
writeFileSync(join(folder, 'shop/returns.md'), '# Returns\n\nUmbrellas can be returned within thirty days.');
writeFileSync(join(folder, 'shop/photo.png'), 'no picture');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

testService(
  'operators preview and synchronise a folder that the configuration names',
  { environment: { FRONTDESK_SOURCE_FOLDERS: folder } },
  async (service) => {
    const { agent, call } = await openConsoleCalls(service);
    assert.deepEqual((await call('GET', `${agent}/source-folders`)).body, { folders: [folder] });
    const wanted = { kind: 'folder', url: `${folder}/shop` };
    const preview = await call('POST', `${agent}/sources/preview`, wanted);
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(preview.body.pages, [{ url: 'returns.md', depth: 0 }]);
    assert.deepEqual(preview.body.skipped, [
      { url: 'photo.png', reason: { code: 'unsupported', detail: '' } },
    ]);
    assert.match(preview.body.sample.text, /within thirty days/);

    const { body: source } = await call('POST', `${agent}/sources`, wanted);
    assert.deepEqual([source.kind, source.url], ['folder', `file://${folder}/shop`]);
    let read = source;
    await eventually('the sync ends', async () => {
      read = (await call('GET', `${agent}/sources/${source.id}`)).body;
      return read.lastRun?.endedAt != null;
    });
    assert.deepEqual([read.lastRun.status, read.documents], ['completed', 1]);
    await service.app.rooms.jobs.idle();
    const { body: documents } = await call('GET', `${agent}/documents`);
    assert.deepEqual(
      documents.items.map((document: { name: string; sourceUrl: string }) => [
        document.name,
        document.sourceUrl,
      ]),
      [['returns.md', '']],
    );
    const moved = await call('PATCH', `${agent}/sources/${source.id}`, { url: '/etc' });
    assert.equal(moved.status, 400);
    assert.match(moved.body.message, /^url must be one of the folders that FRONTDESK_SOURCE_FOLDERS names/);
  },
);

testService('without configured folders, the kind is not available', {}, async (service) => {
  const { agent, call } = await openConsoleCalls(service);
  assert.deepEqual((await call('GET', `${agent}/source-folders`)).body, { folders: [] });
  for (const path of ['sources', 'sources/preview']) {
    const refused = await call('POST', `${agent}/${path}`, { kind: 'folder', url: '/etc' });
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /^kind folder is not available/);
  }
});

testService(
  'credentials of a bucket are never returned, and not sent to another server',
  {},
  async (service) => {
    const [storage, other] = [await startS3Server(), await startS3Server({ isPublic: true })];
    try {
      const { agent, call } = await openConsoleCalls(service);
      storage.put('a.md', 'The shop opens at nine.');
      other.put('a.md', 'The shop opens at nine.');
      const s3 = { bucket: storage.bucket, region: storage.region };
      const wanted = { kind: 's3', url: storage.url, s3, credentials: accessKey, syncNow: false };
      const made = await call('POST', `${agent}/sources`, wanted);
      assert.equal(made.status, 201, made.text);
      const path = `${agent}/sources/${made.body.id}`;
      assert.deepEqual(made.body.s3, { ...s3, prefix: '', isPathStyle: true });
      assert.equal(made.body.hasCredentials, true);
      for (const text of [
        made.text,
        (await call('GET', path)).text,
        (await call('GET', `${agent}/sources`)).text,
      ])
        assert.ok(!text.includes(accessKey.secret) && !text.includes(accessKey.user));

      const stored = { kind: 's3', url: storage.url, s3, sourceId: made.body.id };
      assert.equal((await call('POST', `${agent}/sources/preview`, stored)).body.found, 1);
      const moved = await call('PATCH', path, { url: other.url });
      assert.equal(moved.status, 400);
      assert.match(moved.body.message, /^credentials must be given again, because url names another server/);
      const elsewhere = await call('POST', `${agent}/sources/preview`, { ...stored, url: other.url });
      assert.equal(elsewhere.status, 200, elsewhere.text);
      assert.equal(
        (await call('PATCH', path, { url: other.url, credentials: null })).body.hasCredentials,
        false,
      );

      const refused: [object, RegExp][] = [
        [{ kind: 'page', credentials: accessKey, s3: undefined }, /^credentials are only for/],
        [{ kind: 'page', credentials: undefined }, /^s3 is only for/],
        [{ s3: undefined }, /^s3.bucket is required/],
        [{ s3: { ...s3, bucket: '../x' } }, /bucket/],
        [{ s3: { ...s3, prefix: 'a/../b' } }, /^s3.prefix: the path contains/],
        [{ url: `${storage.url}manuals` }, /^url must be the endpoint of the storage, without a path/],
        [{ credentials: { user: ' ', secret: 'x' } }, /^credentials.user must be the access key ID/],
        [{ kind: 'git', s3: undefined, git: { branch: '../x' } }, /^git.branch is not the name/],
        [{ kind: 'git', s3: undefined, git: { folder: 'a/../..' } }, /^git.folder: the path contains/],
        [
          { kind: 'git', s3: undefined, git: { urlTemplate: 'javascript:{path}' } },
          /^git.urlTemplate must start/,
        ],
        [{ kind: 'git', s3: undefined, git: { urlTemplate: 'https://a.example/' } }, /^git.urlTemplate must/],
        [{ git: {} }, /^git is only for sources of the kind git/],
      ];
      for (const [change, message] of refused) {
        const answer = await call('POST', `${agent}/sources`, { ...wanted, ...change });
        assert.equal(answer.status, 400, answer.text);
        assert.match(answer.body.message, message);
      }
    } finally {
      await storage.close();
      await other.close();
    }
  },
);
