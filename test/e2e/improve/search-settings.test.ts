import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const setUpSearch = async ({ page, open, checkAccess, service }: ConsoleStage): Promise<void> => {
  await open('agent:/settings?section=channels');
  await page.getByText('Switch on AI search above to see its code and link.').waitFor();
  await page.getByRole('switch', { name: 'AI search' }).check({ force: true });
  await page.getByText('Save the settings to see the code and the link.').waitFor();
  await page.getByLabel('Text in the empty field').fill('Search the handbook');
  await page.getByRole('switch', { name: 'List all documents' }).uncheck({ force: true });
  await page.getByRole('checkbox', { name: /Default/ }).check();
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByText('Enter the name of an attribute').waitFor();
  await page.getByLabel('Attribute', { exact: true }).fill('product');
  await page.getByRole('group', { name: 'Filters' }).getByLabel('Label').fill('Product');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('link', { name: 'Open the search page' }).waitFor();
  await takeScreenshots(page, 'search-settings');
  await checkAccess('the settings of the search');

  const { id, settings } = await service.app.db.query
    .selectFrom('agents')
    .select(['id', 'settings'])
    .executeTakeFirstOrThrow();
  const { enabled, search } = JSON.parse(settings).channels;
  const base = await service.app.db.query
    .selectFrom('knowledge_bases')
    .select('id')
    .executeTakeFirstOrThrow();
  assert.equal(enabled.search, true);
  assert.deepEqual(search, {
    placeholder: 'Search the handbook',
    groupIds: [base.id],
    filters: [{ attribute: 'product', label: 'Product' }],
  });
  const code = await page.locator('code', { hasText: 'search.js' }).innerText();
  assert.match(code, new RegExp(`search\\.js"\\s+data-agent="${id}"`));
  const address = await page.getByRole('link', { name: 'Open the search page' }).getAttribute('href');
  const tab = await page.context().newPage();
  await tab.goto(address!);
  await tab.getByPlaceholder('Search the handbook').waitFor();
  await tab.close();
};

test('an operator switches on the search and opens its page', { skip: skipWithout('browser') }, () =>
  withConsole({}, async (stage) => {
    await stage.signIn();
    await setUpSearch(stage);
  }),
);
