import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { botToken, privateUpdate, startTelegram } from '../../support/platforms/telegram.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { eventually } from '../../support/time/eventually.ts';

test('an operator connects a bot, tests, pauses and deletes it', {
  skip: skipWithout('browser'),
}, async () => {
  const telegram = await startTelegram();
  const environment = { FRONTDESK_PLATFORM_URLS: `telegram=${telegram.url}` };
  try {
    await withConsole({ models: createScriptedModel().models, environment }, async (stage) => {
      const { page, open, signIn, service, checkAccess, addOperator, watch } = stage;
      watch.expect(/status of 400/);
      await signIn(await addOperator('editor'));
      await open('agent:/messaging');
      await page.getByText('No connections yet').waitFor();
      await page.getByRole('button', { name: 'Add a connection' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add a connection' });
      await dialog.getByLabel('Name').fill('Shop');
      await dialog.getByLabel('Bot token').fill('not a token');
      await dialog.getByRole('button', { name: 'Connect' }).click();
      await dialog.getByText(/^Bot token must be the token that BotFather sent/).waitFor();
      assert.equal(await dialog.getByRole('alert').count(), 0, 'the error is shown at its field only');
      await checkAccess('add a connection');
      await takeScreenshots(page, 'messaging-dialog');
      await dialog.getByLabel('Bot token').fill(botToken);
      await dialog.getByRole('button', { name: 'Connect' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const card = page.getByRole('region', { name: 'Shop' });
      await card.getByText('Telegram · @shop_bot').waitFor();
      await card.getByText('Active').waitFor();
      await card.getByRole('button', { name: 'Test Shop' }).click();
      await card.getByText('The connection works: @shop_bot').waitFor();
      await checkAccess('messaging');
      await takeScreenshots(page, 'messaging');

      const { url, secret } = telegram.webhook!;
      const sent = await service.call('POST', new URL(url).pathname, privateUpdate({ text: 'Hello' }), {
        key: null,
        headers: { 'x-telegram-bot-api-secret-token': secret },
      });
      assert.equal(sent.status, 200);
      await eventually('the bot answered', () => telegram.texts().includes('You said: Hello'));
      await open('agent:/conversations');
      await page.getByRole('table', { name: 'Conversations' }).getByText('Telegram').first().waitFor();
      await open('workspace:/deliveries');
      await page.getByRole('table').getByText('Messaging platform').first().waitFor();

      await open('agent:/messaging');
      await card.getByRole('button', { name: 'Pause Shop' }).click();
      await card.getByText('Paused').waitFor();
      await card.getByRole('button', { name: 'Resume Shop' }).click();
      await card.getByText('Active').waitFor();
      await card.getByRole('button', { name: 'Delete Shop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No connections yet').waitFor();
      assert.equal(telegram.webhook, undefined);
    });
  } finally {
    await telegram.close();
  }
});

test('an operator connects an automation tool, and sees its secrets once', {
  skip: skipWithout('browser'),
}, async () => {
  await withConsole({ models: createScriptedModel().models }, async (stage) => {
    const { page, open, signIn, service, checkAccess, addOperator } = stage;
    await signIn(await addOperator('editor'));
    await open('agent:/messaging');
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await dialog.getByLabel('Platform').selectOption('automation');
    await dialog.getByLabel('Name').fill('Orders');
    await checkAccess('add an automation tool');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    const secrets = page.getByRole('dialog', { name: 'Secrets of Orders' });
    const keyIn = async (): Promise<string> => (await secrets.getByText(/^hook-[\w-]{20,}$/).textContent())!;
    const key = await keyIn();
    await secrets.getByText(/^whsec_/).waitFor();
    await checkAccess('secrets of a connection');
    await takeScreenshots(page, 'messaging-secrets');
    await secrets.getByRole('button', { name: 'I have stored it' }).click();
    const card = page.getByRole('region', { name: 'Orders' });
    const url = new URL((await card.getByText(/\/channels\/inbound\//).textContent())!).pathname;
    const ask = (withKey: string) =>
      service.call('POST', `${url}?wait=30`, { text: 'Hello', user: { id: 'ada' } }, { key: withKey });
    assert.equal((await ask(key)).body.text, 'You said: Hello');
    await card.getByRole('button', { name: 'Replace the secrets of Orders' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace secrets' }).click();
    const replaced = await keyIn();
    assert.notEqual(replaced, key);
    await secrets.getByRole('button', { name: 'I have stored it' }).click();
    assert.equal((await ask(key)).status, 401);
    assert.equal((await ask(replaced)).status, 200);
  });
});
