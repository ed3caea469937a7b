import assert from 'node:assert/strict';
import { createTestConsole } from '../../../../test/support/console/test-console.ts';
import { forEachDatabase } from '../../../../test/support/databases/databases.ts';

forEachDatabase('the language of an operator applies to all their sessions', async (db) => {
  const { asNew, signIn, asToken } = await createTestConsole(db);
  const here = await asNew('viewer');
  const other = await asNew('editor');
  assert.equal((await here('GET', '/session')).body.language, null, 'the language of the browser');

  assert.equal((await here('PUT', '/account/language', { language: 'zh-Hans' })).status, 204);
  const there = await signIn('viewer@example.com', 'password of viewer@example.com');
  for (const call of [here, there]) assert.equal((await call('GET', '/session')).body.language, 'zh-Hans');
  assert.equal((await other('GET', '/session')).body.language, null);
  const { items } = (await asToken('GET', '/audit?action=operator.update')).body;
  assert.deepEqual(items[0].changes, { language: [null, 'zh-Hans'] });

  assert.equal((await here('PUT', '/account/language', { language: null })).status, 204);
  assert.equal((await here('GET', '/session')).body.language, null);
});

forEachDatabase(
  'a language that the console does not support is rejected and changes nothing',
  async (db) => {
    const { asNew } = await createTestConsole(db);
    const call = await asNew('viewer');
    await call('PUT', '/account/language', { language: 'en' });
    for (const language of ['fr', 'zh-hans', 'zh', '', 'x'.repeat(10_000), '{"', 7, ['en'], undefined]) {
      const refused = await call('PUT', '/account/language', { language });
      assert.deepEqual([refused.status, refused.body.code], [400, 40000], String(language));
      assert.match(refused.body.message, /language/);
    }
    assert.equal((await call('GET', '/session')).body.language, 'en');
  },
);

forEachDatabase('a stored language that this version does not support counts as none', async (db) => {
  const { asNew } = await createTestConsole(db);
  const call = await asNew('viewer');
  await db.query.updateTable('operators').set({ language: 'tlh' }).execute();
  assert.equal((await call('GET', '/session')).body.language, null);
});

forEachDatabase('an operator token has no language', async (db) => {
  const { asToken } = await createTestConsole(db);
  assert.equal((await asToken('GET', '/session')).body.language, null);
  assert.equal((await asToken('PUT', '/account/language', { language: 'en' })).status, 403);
});
