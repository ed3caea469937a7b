import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { htmlPage, startWebSite } from '../../support/servers/web-site.ts';

const pages = {
  '/docs/': htmlPage('Start', '<p>The shop sells umbrellas.</p>', [
    '/docs/orders/returns',
    '/docs/hours',
    '/docs/archive/old',
    '/docs/gone',
  ]),
  '/docs/orders/returns': htmlPage('Returns', '<p>Umbrellas can be returned within thirty days.</p>'),
  '/docs/hours': htmlPage('Hours', '<p>The shop opens at nine.</p>'),
};

const addSource = async ({ page, open }: ConsoleStage, url: string): Promise<void> => {
  await open('agent:/knowledge');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await page.getByText('No sources yet').waitFor();
  await page.getByRole('button', { name: 'Add source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add source' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
  await dialog.getByRole('textbox', { name: 'Not these paths' }).fill('/docs/archive/**');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Shop manual');
  await dialog.getByRole('button', { name: 'Preview pages' }).click();
  await dialog.getByText('4 pages found').waitFor();
  await dialog.getByText('/docs/archive/old: Excluded by a pattern').waitFor();
  await dialog.getByText('orders/', { exact: true }).waitFor();
  await dialog.getByText('The shop sells umbrellas.').waitFor();
};

test('operators preview, add, synchronise and delete a source', {
  skip: skipWithout('browser'),
}, async () => {
  const site = await startWebSite(pages);
  try {
    await withConsole({}, async (stage) => {
      const { page } = stage;
      await stage.signIn();
      await addSource(stage, `${site.url}/docs/`);
      await takeScreenshots(page, 'source-dialog');
      await page.getByRole('button', { name: 'Add and sync' }).click();

      await page.getByRole('heading', { name: 'Shop manual', level: 1 }).waitFor();
      await page.getByText('Completed').waitFor();
      await page.getByText('3 documents').waitFor();
      const report = page.getByRole('table', { name: 'Pages of the last sync' });
      await report.getByRole('row', { name: /docs\/gone.*Skipped.*HTTP status \(404\)/ }).waitFor();
      await takeScreenshots(page, 'source-report');
      await page.getByRole('combobox', { name: 'State of pages' }).selectOption('skipped');
      await report.getByRole('row', { name: /archive\/old.*Excluded by a pattern/ }).waitFor();
      assert.equal(await report.getByRole('row', { name: /Added/ }).count(), 0);

      site.pages.set('/docs/hours', htmlPage('Hours', '<p>The shop opens at ten.</p>'));
      await page.getByRole('combobox', { name: 'State of pages' }).selectOption('updated');
      await page.getByRole('button', { name: 'Sync now' }).click();
      await report.getByRole('row', { name: /docs\/hours.*Updated/ }).waitFor();

      await page.getByRole('button', { name: 'Edit…' }).click();
      await page.getByRole('combobox', { name: 'Schedule' }).selectOption('cron');
      await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 3 * * 1');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Schedule: 0 3 * * 1').waitFor();

      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('radio', { name: /Delete the documents/ }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No sources yet').waitFor();
      await page.getByRole('tab', { name: 'Documents' }).click();
      await page.getByText('No documents yet').waitFor();
    });
  } finally {
    await site.close();
  }
});
