import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../support/browser/console-stage.ts';
import { skipWithout } from '../support/runner/test-groups.ts';

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

test(
  'agent settings: wrong origins are shown and corrected with one click',
  { skip: skipWithout('chromium') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await allowOrigins(stage);
    }),
);
