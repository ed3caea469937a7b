import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
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
