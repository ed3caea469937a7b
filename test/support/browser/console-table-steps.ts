import assert from 'node:assert/strict';
import { utils, write } from '@e965/xlsx';
import type { Locator } from 'playwright-core';
import { type ConsoleStage, takeScreenshots } from './console-stage.ts';
import { readDownload } from './firefox-ways.ts';

/** Resolves with the path of the table in the management API. */
export const makeTable = async ({
  page,
  open,
  call,
  workspaceId,
  agentId,
}: ConsoleStage): Promise<string> => {
  await open('agent:/tables');
  await page.getByText('No tables yet').waitFor();
  await takeScreenshots(page, 'tables-empty');
  await page.getByRole('button', { name: 'New table', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'New table' });
  await form.getByLabel('Name').first().fill('My Stock');
  await form.getByText('Use 1 to 32 lowercase letters').first().waitFor();
  await form.getByRole('button', { name: 'Use my_stock' }).click();
  await form.getByLabel('Name').first().fill('s'.repeat(33));
  await form.getByText('33 characters. The limit is 32: remove 1.').waitFor();
  await form.getByLabel('Name').first().fill('stock');
  await form.getByLabel('Description').first().fill('What lies in the store');
  const fields = form.getByRole('group');
  await fields.nth(0).getByLabel('Name').fill('Item');
  await fields.nth(0).getByLabel('Required').check();
  await fields.nth(0).getByLabel('Unique').check();
  await form.getByRole('button', { name: 'Add field' }).click();
  await fields.nth(1).getByLabel('Name').fill('pieces');
  await fields.nth(1).getByLabel('Type').selectOption('INT');
  await fields.nth(0).getByText('Use 1 to 32 lowercase letters').waitFor();
  await fields.nth(0).getByLabel('Name').fill('item');
  await form.getByRole('radio', { name: 'Each user only their own records' }).check();
  await form.getByLabel('Field with the user_id').selectOption('item');
  await form.getByRole('radio', { name: 'Everyone the agent talks to' }).check();
  await takeScreenshots(page, 'table-new');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'stock' }).waitFor();
  const path = `/workspaces/${workspaceId}/agents/${agentId}/tables`;
  return `${path}/${(await call('GET', path)).body.items[0].id}`;
};

/** Enters rows with the keyboard. Errors of the service are shown at the cell. */
export const writeRows = async ({ page, call, checkAccess }: ConsoleStage, table: string): Promise<void> => {
  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
  await page.getByRole('button', { name: 'Add record' }).first().click();
  await page.getByRole('grid').locator('[data-cell="0:0"]:focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('twelve');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('grid').getByText('must be a whole number below 2^53').waitFor();
  await page.getByRole('grid').getByText('is required').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.type('lamp');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 record').waitFor();

  await cell('12').dblclick();
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('must be a whole number').waitFor();
  await takeScreenshots(page, 'table');
  await checkAccess('table');
  await page.getByRole('grid').locator('[aria-invalid]').click();
  await page.keyboard.press('Escape');
  await cell('12').waitFor();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  assert.equal((await saved).status(), 200);
  const { body } = await call('POST', `${table}/records/search`, { page: 1, pageSize: 10 });
  assert.deepEqual(body.items[0].values, { item: 'lamp', pieces: 7 });
};

/** Invalid rows are reported before and after the import, valid rows are imported, and the export contains them. */
export const importRows = async ({ page, checkAccess }: ConsoleStage): Promise<void> => {
  await page.getByRole('button', { name: 'Import file' }).click();
  const dialog = page.getByRole('dialog', { name: /Import a file/ });
  const csv = 'What;pieces\nchair;4\ntable;many\nshelf;2\n';
  await dialog.getByLabel('Table file').setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await dialog.getByText('0 of 3 rows can be imported').waitFor();
  await dialog.getByLabel('Field for What').selectOption('item');
  await dialog.getByText('2 of 3 rows can be imported').waitFor();
  await dialog.getByText('Row 2: pieces must be a whole number').waitFor();
  await takeScreenshots(page, 'table-import');
  await checkAccess('import');
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('2 records were added').waitFor();
  await dialog.getByText('Row 2: pieces must be a whole number').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('gridcell', { name: 'shelf' }).waitFor();
  await page.getByRole('button', { name: 'pieces' }).click();
  await page.locator('[data-cell="0:0"]', { hasText: 'shelf' }).waitFor();
  await page.getByLabel('Search in all fields').fill('chair');
  await page.getByRole('gridcell', { name: 'shelf' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('gridcell', { name: 'shelf' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const [header, ...lines] = (await readDownload(await download)).trim().split(/\r?\n/);
  const column = header!.split(',').indexOf('item');
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(column, column + 2)),
    [
      ['lamp', '7'],
      ['chair', '4'],
      ['shelf', '2'],
    ],
  );
};

/** Rejected because records would lack the field, then added and renamed. */
const addField = async (drawer: Locator): Promise<void> => {
  await drawer.getByRole('button', { name: 'Add field' }).click();
  const field = drawer.getByRole('group', { name: 'Field 3' });
  await field.getByLabel('Name').fill('ordered');
  await field.getByLabel('Type').selectOption('DATETIME');
  await field.getByLabel('Required').check();
  await drawer.getByRole('button', { name: 'Add field' }).click();
  await drawer
    .getByText(/required/)
    .getByText(/record/)
    .waitFor();
  await field.getByLabel('Required').uncheck();
  await drawer.getByRole('button', { name: 'Add field' }).click();
  const added = drawer.getByRole('group', { name: 'Field ordered' });
  await added.getByLabel('Name').fill('ordered_at');
  await added.getByRole('button', { name: 'Save field' }).click();
  await drawer.getByRole('group', { name: 'Field ordered_at' }).waitFor();
};

/** The owner field cannot change. Another field changes its type and is deleted. */
const changeFields = async (page: ConsoleStage['page'], drawer: Locator): Promise<void> => {
  const owner = drawer.getByRole('group', { name: 'Field item' });
  await owner.getByLabel('Type').selectOption('INT');
  await owner.getByRole('button', { name: 'Save field' }).click();
  await owner.getByText(/is the owner field of the table/).waitFor();
  await owner.getByLabel('Type').selectOption('TEXT');
  const pieces = drawer.getByRole('group', { name: 'Field pieces' });
  await pieces.getByLabel('Type').selectOption('BOOLEAN');
  await pieces.getByRole('button', { name: 'Save field' }).click();
  await pieces.getByText(/Cannot be BOOLEAN/).waitFor();
  await pieces.getByLabel('Type').selectOption('FLOAT');
  await pieces.getByRole('button', { name: 'Save field' }).click();
  await pieces.getByRole('button', { name: 'Save field' }).waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Remove field ordered_at' }).click();
  const question = page.getByRole('dialog', { name: 'Remove ordered_at?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await drawer.getByRole('group', { name: 'Field ordered_at' }).waitFor({ state: 'detached' });
};

export const chooseOwner = async ({ page, call }: ConsoleStage, table: string): Promise<void> => {
  await page.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Settings of stock' });
  await drawer.getByLabel('Owner field').selectOption('item');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await call('GET', table)).body.ownerField, 'item');
  const fieldsOf = async () => {
    const { fields } = (await call('GET', table)).body as { fields: { name: string; type: string }[] };
    return fields.map(({ name, type }) => `${name} ${type}`);
  };
  await addField(drawer);
  assert.deepEqual(await fieldsOf(), ['item TEXT', 'pieces INT', 'ordered_at DATETIME']);
  await changeFields(page, drawer);
  assert.deepEqual(await fieldsOf(), ['item TEXT', 'pieces FLOAT']);
  await takeScreenshots(page, 'table-settings');
  await page.keyboard.press('Escape');
};

/** A new table from an xlsx file: fields are proposed and adjusted, dates that can be read in two ways are asked for. */
export const importWorkbook = async ({
  page,
  open,
  call,
  workspaceId,
  agentId,
  checkAccess,
}: ConsoleStage): Promise<void> => {
  const book = utils.book_new();
  const rows = [
    ['Customer', 'Cost Total $', 'Due', 'Remark'],
    ['u-1', 12.5, '03/04/2026', 'a'],
    ['u-2', 8, '05/06/2026', 'b'],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Orders');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Other'], ['x']]), 'Other');
  await open('agent:/tables');
  await page.getByRole('button', { name: 'New table from a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'New table from a file' });
  await dialog.getByLabel('Table file').setInputFiles({
    name: 'Orders 2026.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: write(book, { type: 'buffer', bookType: 'xlsx' }),
  });
  await dialog.getByText('0 of 2 rows can be imported').waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'orders_2026');
  assert.equal(await dialog.getByLabel('Field name for Cost Total $').inputValue(), 'cost_total');
  assert.equal(await dialog.getByLabel('Type of Cost Total $').inputValue(), 'FLOAT');
  await dialog.getByLabel('Order of day and month in Due').selectOption('dmy');
  await dialog.getByText('2 of 2 rows can be imported').waitFor();
  await dialog.getByText('2026-04-03 00:00:00').waitFor();
  await dialog.getByLabel('Type of Remark').selectOption('(do not import)');
  await dialog.getByLabel('Field name for Customer').fill('user');
  await dialog.getByLabel('Description').fill('Orders of users');
  await dialog.getByRole('radio', { name: 'Each user only their own records' }).check();
  await dialog.getByLabel('Field with the user_id').selectOption('user');
  await takeScreenshots(page, 'table-from-file');
  await checkAccess('new table from a file');
  await dialog.getByRole('button', { name: 'Create table and import 2 rows' }).click();
  await dialog.getByText('2 records were added').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { level: 1, name: 'orders_2026' }).waitFor();
  await page.getByRole('gridcell', { name: 'u-2' }).waitFor();
  const listed = await call('GET', `/workspaces/${workspaceId}/agents/${agentId}/tables`);
  const table = listed.body.items.find(({ name }: { name: string }) => name === 'orders_2026');
  assert.deepEqual(
    [table.ownerField, table.recordCount, table.fields.map(({ name }: { name: string }) => name)],
    ['user', 2, ['user', 'cost_total', 'due']],
  );
};
