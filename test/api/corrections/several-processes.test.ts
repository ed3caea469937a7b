import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { testApiKey, testOperatorToken } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

test('a process uses what another process has created, changed and deleted', {
  skip: skipWithout('postgres'),
}, async (context) => {
  const { url, drop } = await createMigratedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-corrections-'));
  const start = async (name: string) => {
    const settings = {
      DATABASE_URL: url,
      FRONTDESK_SECRET_KEY: testSecretKey,
      FRONTDESK_API_KEY: testApiKey,
      FRONTDESK_ADMIN_TOKEN: testOperatorToken,
      FRONTDESK_DATA_DIR: join(folder, name),
    };
    const config = loadConfig(settings, 'none.yaml');
    return createApp({ config, log: createLogger('silent'), embedders: wordEmbedders() });
  };
  const [one, other] = [await start('one'), await start('other')];
  context.after(async () => {
    await other.close();
    await one.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { id: agentId, workspace_id: workspaceId } = await one.db.query
    .selectFrom('agents')
    .select(['id', 'workspace_id'])
    .executeTakeFirstOrThrow();
  const path = `/console/api/workspaces/${workspaceId}/agents/${agentId}/corrections`;
  const headers = { authorization: `Bearer ${testOperatorToken}` };
  const change = async (method: 'POST' | 'PATCH' | 'DELETE', rest: string, payload?: object) => {
    const response = await one.server.inject({
      method,
      url: path + rest,
      headers,
      ...(payload ? { payload } : {}),
    });
    assert.ok(response.statusCode < 300, response.body);
    return response.body === '' ? undefined : response.json();
  };
  const agent = (await other.rooms.agents.find(agentId))!;
  const answerInOther = async (question: string): Promise<string | undefined> => {
    const [best] = await other.rooms.corrections.similar({
      agent,
      question,
      scope: null,
      limit: 1,
      signal: AbortSignal.timeout(60_000),
    });
    return best?.score === 1 ? best.correction.answer : undefined;
  };
  assert.equal(await answerInOther('Where is the shop?'), undefined);
  const { id } = await change('POST', '', { question: 'Where is the shop?', answer: 'Here.' });
  await eventually('it is used', async () => (await answerInOther('Where is the shop?')) === 'Here.');
  await change('PATCH', `/${id}`, { question: 'Where is the office?' });
  await eventually(
    'its new question is used',
    async () => (await answerInOther('Where is the office?')) === 'Here.',
  );
  assert.equal(await answerInOther('Where is the shop?'), undefined);
  // One is deleted and another one is created: their number stays the same.
  await change('DELETE', `/${id}`);
  await change('POST', '', { question: 'Where is the garage?', answer: 'There.' });
  await eventually(
    'the new one is used',
    async () => (await answerInOther('Where is the garage?')) === 'There.',
  );
  assert.equal(await answerInOther('Where is the office?'), undefined);
});
