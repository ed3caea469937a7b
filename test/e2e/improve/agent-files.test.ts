import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const createFromTemplate = async ({ page, open, checkAccess }: ConsoleStage): Promise<void> => {
  await open('workspace:/agents');
  await page.getByRole('main').getByRole('button', { name: 'New agent' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New agent' });
  await dialog.getByLabel('Name').fill('Orders');
  await dialog.getByRole('radio', { name: /order look-up/ }).check();
  await takeScreenshots(page, 'agent-templates');
  await checkAccess('a new agent');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
};

const exportAndImport = async ({ page, open, checkAccess, watch }: ConsoleStage): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Copy & delete' }).click();
  const link = page.getByRole('link', { name: 'Export agent' });
  await page.getByRole('checkbox', { name: /Include documents/ }).check();
  const address = await link.getAttribute('href');
  assert.match(address!, /\/export\?knowledge=true$/);
  const exported = await page.context().request.get(new URL(address!, page.url()).href, {
    headers: { 'x-frontdesk-console': '1' },
  });
  assert.equal(exported.status(), 200);
  const file = JSON.parse(await exported.text());
  file.secrets = ['tools.http[stock].headers.Authorization'];

  await open('workspace:/agents');
  await page.getByRole('button', { name: 'Import agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import agent' });
  watch.expect(/status of 400/);
  const choose = (text: string) =>
    dialog.getByLabel('Agent file').setInputFiles({
      name: 'agent.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  await choose('{"format":"frontdesk-agent","formatVersion":9}');
  await dialog.getByText(/the file has version 9/).waitFor();
  await choose(JSON.stringify(file));
  await dialog.getByText('Flow agent with 1 table, no documents and 1 test set.').waitFor();
  await dialog.getByLabel('Name').fill('Orders again');
  await takeScreenshots(page, 'agent-import');
  await checkAccess('an import');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const done = page.getByRole('dialog', { name: 'The agent was imported' });
  await done.getByText('Enter the secret tools.http[stock].headers.Authorization').waitFor();
  await takeScreenshots(page, 'agent-imported');
  await done.getByRole('button', { name: 'Open the agent' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders again' }).waitFor();
};

test(
  'an operator creates an agent from a template, exports it and imports the file',
  { skip: skipWithout('browser') },
  () =>
    withConsole({}, async (stage) => {
      await stage.signIn();
      await createFromTemplate(stage);
      await exportAndImport(stage);
    }),
);
