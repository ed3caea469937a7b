import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver } from '../../support/servers/receiver.ts';

const allowOrigins = async ({
  page,
  open,
  service,
  watch,
  agentId,
  checkAccess,
}: ConsoleStage): Promise<void> => {
  await service.configure({ allowedOrigins: ['old.example'] });
  await open('agent:/settings#channels');
  await page.getByRole('tab', { name: 'Channels', exact: true }).click();
  const input = (label: string) => page.getByLabel(label).and(page.locator('input'));
  await page.getByText('“old.example” has no effect').waitFor();

  const origins = input('Allowed origins');
  await origins.fill('www.example.com');
  await page.getByRole('button', { name: 'Add https://www.example.com' }).click();
  await origins.fill('https://Shop.example/cart');
  await origins.press('Enter');
  await page.getByText('“https://Shop.example/cart” has no effect').waitFor();
  await takeScreenshots(page, 'origins');
  await checkAccess('origins');
  watch.expect(/status of 400/);
  await page.keyboard.press('Control+s');
  await page.getByText(/settings\.allowedOrigins\[2\].*write https:\/\/shop\.example/).waitFor();
  await page.getByRole('button', { name: 'Use https://shop.example' }).click();
  await page.getByRole('button', { name: 'Use https://old.example' }).click();
  await input('Allowed image hosts').fill('https://images.example.com/logo.png');
  await page.getByRole('button', { name: 'Add images.example.com' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  const { settings } = (await service.app.rooms.agents.find(agentId))!;
  assert.deepEqual(settings.allowedOrigins, [
    'https://old.example',
    'https://www.example.com',
    'https://shop.example',
  ]);
  assert.deepEqual(settings.channels.imageHosts, ['images.example.com']);
};

/** The form and the JSON show the same parameters, and a test call shows the response. */
const describeTool = async ({
  page,
  open,
  call,
  workspaceId,
  agentId,
  checkAccess,
}: ConsoleStage): Promise<void> => {
  const receiver = await startReceiver();
  try {
    await open('agent:/settings');
    await page.getByRole('tab', { name: 'Tools', exact: true }).click();
    await page.getByRole('button', { name: 'Add tool' }).click();
    const editor = page.getByRole('dialog', { name: 'New tool' });
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('findOrder');
    await editor.getByLabel('URL').fill(receiver.url);
    await editor.getByRole('tab', { name: 'JSON' }).click();
    const json = editor.getByLabel('Parameters (JSON Schema)');
    await json.fill('{"type":"object","properties":{"address":{"type":"object"}}}');
    await editor.getByRole('tab', { name: 'Form' }).click();
    await editor.getByText('address can be edited only as JSON').waitFor();
    await editor.getByRole('button', { name: 'Add parameter' }).click();
    await editor
      .getByRole('group', { name: 'parameter_2' })
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('number');
    const row = editor.getByRole('group', { name: 'number', exact: true });
    await row.getByLabel('Type').selectOption('integer');
    await row.getByLabel('Required').check();
    await row.getByLabel('Sent in').selectOption('path');
    await editor.getByRole('tab', { name: 'JSON' }).click();
    assert.deepEqual(JSON.parse(await json.inputValue()), {
      type: 'object',
      properties: { address: { type: 'object' }, number: { type: 'integer' } },
      required: ['number'],
    });
    await editor.getByRole('tab', { name: 'Form' }).click();
    await editor.getByRole('button', { name: 'Test this tool' }).click();
    await editor.getByLabel('Arguments (JSON)').fill('{"number": 42}');
    await editor.getByRole('button', { name: 'Send test request' }).click();
    await editor.getByText(/Status 200 in/).waitFor();
    await editor.getByText(/^GET .*\/42$/).waitFor();
    assert.equal(receiver.calls.length, 1);
    await takeScreenshots(page, 'tool-editor');
    await checkAccess('tool editor');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { body } = await call('GET', `/workspaces/${workspaceId}/agents/${agentId}`);
    const [tool] = body.settings.tools.http;
    assert.ok(tool.url.endsWith('/{number}'));
    assert.deepEqual(Object.keys(tool.parameters.properties), ['address', 'number']);
  } finally {
    await receiver.close();
  }
};

test(
  'agent settings: wrong origins are corrected with one click, and tools are described in a form and tested',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await allowOrigins(stage);
      await describeTool(stage);
    }),
);
