import assert from 'node:assert/strict';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { htmlPage, startWebSite } from '../../support/servers/web-site.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const pages = {
  '/docs/': htmlPage('Start', '<p>The shop sells umbrellas.</p>', [
    '/docs/returns',
    '/docs/hours',
    '/docs/gone',
  ]),
  '/docs/returns': htmlPage(
    'Returns',
    '<p>Umbrellas can be returned within thirty days.</p><table><tr><th>Item</th><th>Days</th></tr><tr><td>Cane</td><td>14</td></tr></table>',
  ),
  '/docs/hours': htmlPage('Hours', '<p>The shop opens at nine.</p>'),
};

const untilEnded = async ({ call }: ConsoleCalls, path: string) => {
  let { body } = await call('GET', path);
  await eventually('the sync ends', async () => {
    body = (await call('GET', path)).body;
    return body.lastRun?.endedAt != null;
  });
  return body;
};

testService('operators preview, create, synchronise and delete sources', {}, async (service) => {
  const site = await startWebSite(pages);
  try {
    const calls = await openConsoleCalls(service);
    const { agent, call } = calls;
    const path = `${agent}/sources`;
    const wanted = { kind: 'site', url: `${site.url}/docs/`, rules: { exclude: ['/docs/hours'] } };

    const preview = await call('POST', `${path}/preview`, wanted);
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(
      preview.body.pages.map(({ url }: { url: string }) => url.slice(site.url.length)),
      ['/docs/', '/docs/returns', '/docs/gone'],
    );
    assert.deepEqual(preview.body.skipped, [
      { url: `${site.url}/docs/hours`, reason: { code: 'excluded', detail: '' } },
    ]);
    assert.equal(preview.body.sample.text, '# Start\n\nThe shop sells umbrellas.');
    assert.equal((await call('GET', path)).body.total, 0, 'a preview stores nothing');

    const made = await call('POST', path, wanted);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(
      [made.body.schedule, made.body.removal, made.body.rules.maxPages],
      ['off', 'after-grace', 1000],
    );
    const ended = await untilEnded(calls, `${path}/${made.body.id}`);
    const { status, added, skipped } = ended.lastRun;
    assert.deepEqual([status, added, skipped, ended.documents], ['completed', 2, 2, 2]);

    const report = await call('GET', `${path}/${made.body.id}/runs/${ended.lastRun.id}/pages?state=skipped`);
    const reasons = report.body.items.map(
      (page: { url: string; reason: { code: string; detail: string } }) => [
        page.url.slice(site.url.length),
        page.reason.code,
        page.reason.detail,
      ],
    );
    assert.deepEqual(reasons.sort(), [
      ['/docs/gone', 'status', '404'],
      ['/docs/hours', 'excluded', ''],
    ]);

    await service.app.rooms.jobs.idle();
    const { body: documents } = await call('GET', `${agent}/documents?status=ACTIVE`);
    const returns = documents.items.find(({ name }: { name: string }) => name === 'Returns');
    assert.equal(returns.sourceUrl, `${site.url}/docs/returns`);
    const chunks = await call('GET', `${agent}/documents/${returns.id}/chunks`);
    assert.match(chunks.body.items[0].content, /\| Item \| Days \|/);

    const changed = await call('PATCH', `${path}/${made.body.id}`, {
      schedule: 'daily',
      rules: { maxDepth: 2 },
    });
    assert.deepEqual([changed.body.schedule, changed.body.rules.maxDepth], ['daily', 2]);
    assert.deepEqual(changed.body.rules.exclude, ['/docs/hours']);
    assert.ok(changed.body.nextSyncAt !== null);
    const again = await call('POST', `${path}/${made.body.id}/runs`);
    assert.equal(again.status, 201);
    assert.equal((await untilEnded(calls, `${path}/${made.body.id}`)).lastRun.unchanged, 2);
    const late = await call('POST', `${path}/${made.body.id}/runs/${again.body.id}/cancel`);
    assert.equal(late.status, 409);
    assert.equal((await call('GET', `${path}/${made.body.id}/runs`)).body.total, 2);

    assert.equal((await call('DELETE', `${path}/${made.body.id}?documents=delete`)).status, 204);
    assert.equal((await call('GET', `${path}/${made.body.id}`)).status, 404);
    assert.equal((await call('GET', `${agent}/documents`)).body.total, 0);
  } finally {
    await site.close();
  }
});

testService('a source with invalid settings is refused and names the field', {}, async (service) => {
  const { agent, call } = await openConsoleCalls(service);
  const refused: [object, RegExp][] = [
    [{ url: 'ftp://example.com/' }, /^url must start with http/],
    [{ url: 'https://user:secret@example.com/' }, /^url must not contain a user/],
    [{ kind: 'folder' }, /^kind /],
    [{ rules: { pathPrefix: 'docs' } }, /pathPrefix/],
    [{ rules: { maxPages: 20_001 } }, /maxPages/],
    [{ rules: { include: Array.from({ length: 51 }, () => 'a') } }, /include/],
    [{ schedule: 'sometimes' }, /^schedule must be one of off, hourly, daily, weekly, or a cron expression/],
    [{ schedule: '*/5 * * * *' }, /^schedule: two runs must be at least 15 minutes apart/],
    [{ schedule: '0 0 31 2 *' }, /^schedule: the cron expression has no next time/],
    [{ knowledgeBaseId: 'f'.repeat(24) }, /no such knowledge base/],
  ];
  for (const [change, message] of refused) {
    const answer = await call('POST', `${agent}/sources`, {
      kind: 'site',
      url: 'https://example.com/',
      ...change,
    });
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
    assert.match(answer.body.message, message);
  }
  assert.equal((await call('GET', `${agent}/sources`)).body.total, 0);
  // Private addresses are refused: only 127.0.0.1 is allowed in tests.
  const inside = await call('POST', `${agent}/sources/preview`, { kind: 'site', url: 'http://127.0.0.2/' });
  assert.equal(inside.status, 400);
  assert.match(inside.body.message, /^url: /);
});
