import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

testService('views belong to an operator or to the workspace', createScriptedModel, async (service) => {
  const { base, call, signIn } = await openConsoleCalls(service);
  const path = `${base}/conversation-views`;
  const support = await signIn('support');
  const editor = await signIn('editor');
  const filters = { words: 'teapot', feedback: 'BAD' };
  const own = await support('POST', `${path}/own`, { name: ' Mine ', filters });
  assert.equal(own.status, 201);
  assert.deepEqual(own.body, { id: own.body.id, name: 'Mine', isShared: false, filters });
  assert.equal((await support('POST', `${path}/shared`, { name: 'Ours', filters })).status, 403);
  const shared = await editor('POST', `${path}/shared`, { name: 'Ours', filters });
  assert.equal(shared.status, 201);

  const names = async (as: typeof support) =>
    (await as('GET', path)).body.items.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(support), ['Mine', 'Ours']);
  assert.deepEqual(await names(editor), ['Ours']);
  assert.deepEqual(await names(call), ['Ours']);

  assert.equal((await support('POST', `${path}/own`, { name: 'MINE', filters })).status, 409);
  assert.equal((await editor('PATCH', `${path}/own/${own.body.id}`, { name: 'Taken' })).status, 404);
  assert.equal((await editor('DELETE', `${path}/shared/${own.body.id}`)).status, 404);
  assert.equal((await support('PATCH', `${path}/shared/${shared.body.id}`, { name: 'x' })).status, 403);
  assert.equal((await call('POST', `${path}/own`, { name: 'Token', filters })).status, 403);
  for (const [body, field] of [
    [{ name: ' ', filters }, 'name'],
    [{ name: 'a', filters: {} }, 'filters'],
    [{ name: 'a', filters: { unknown: 'x' } }, 'filters'],
    [{ name: 'a', filters: { words: 'x'.repeat(201) } }, 'filters.words'],
  ] as const) {
    const refused = await editor('POST', `${path}/own`, body);
    assert.equal(refused.status, 400);
    assert.ok(refused.body.message.includes(field), refused.body.message);
  }

  const renamed = await editor('PATCH', `${path}/shared/${shared.body.id}`, { name: 'Theirs' });
  assert.equal(renamed.body.name, 'Theirs');
  assert.equal((await editor('DELETE', `${path}/shared/${shared.body.id}`)).status, 204);
  assert.deepEqual(await names(support), ['Mine']);
  const audit = await service.app.db.query
    .selectFrom('audit_entries')
    .select('action')
    .where('target_id', '=', shared.body.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['view.create', 'view.update', 'view.delete'],
  );
});
