import assert from 'node:assert/strict';
import type { Kysely } from 'kysely';
import { removeExampleAddress } from '../../../migrations/0051-test-usage.ts';
import { agentIdOf } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

testService(
  'operators read the limits that apply to agents without own ones',
  createScriptedModel,
  async (service) => {
    const { call, workspace } = await operatorOf(service);
    const { status, body } = await call('GET', `${workspace}/agent-defaults`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      // Without a public URL in the configuration, the address of the request.
      origin: 'http://localhost',
      runTimeoutMs: 300_000,
      firstTokenTimeoutMs: 120_000,
      storedMb: 20_480,
      storedMbPerVisitor: 50,
    });
  },
);

testService('the example address is not a support address', createScriptedModel, async (service) => {
  const { call, workspace } = await operatorOf(service);
  const id = await agentIdOf(service);
  const read = async () =>
    (await call('GET', `${workspace}/agents/${id}`)).body.settings.humanService.supportEmail;
  assert.equal(await read(), '');

  const { query } = service.app.db;
  const migrated = async (stored: object) => {
    await query
      .updateTable('agents')
      .set({ settings: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute();
    await removeExampleAddress(query as unknown as Kysely<unknown>);
    const row = await query
      .selectFrom('agents')
      .select('settings')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return JSON.parse(row.settings);
  };
  const prompt = 'Be kind.';
  const humanService = { supportEmail: 'support@example.com', chatPath: '/talk' };
  assert.deepEqual(await migrated({ prompt, humanService }), {
    prompt,
    humanService: { supportEmail: '', chatPath: '/talk' },
  });
  const own = { prompt, humanService: { supportEmail: 'help@shop.example' } };
  assert.deepEqual(await migrated(own), own, 'an address that an operator entered stays');
  assert.deepEqual(await migrated({ prompt }), { prompt });
});
