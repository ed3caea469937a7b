import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { type ConsoleStage, takeScreenshots } from './console-stage.ts';

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
  await page.getByRole('button', { name: 'New table' }).first().click();
  const form = page.getByRole('dialog', { name: 'New table' });
  await form.getByLabel('Name').first().fill('stock');
  await form.getByLabel('Description').first().fill('What lies in the store');
  const fields = form.getByRole('group');
  await fields.nth(0).getByLabel('Name').fill('Item');
  await fields.nth(0).getByLabel('Required').check();
  await fields.nth(0).getByLabel('Unique').check();
  await form.getByRole('button', { name: 'Add field' }).click();
  await fields.nth(1).getByLabel('Name').fill('pieces');
  await fields.nth(1).getByLabel('Type').selectOption('INT');
  await form.getByRole('button', { name: 'Create' }).click();
  await fields.nth(0).getByText('Must have 1 to 32 characters: lower-case letters').waitFor();
  await fields.nth(0).getByLabel('Name').fill('item');
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
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: /Import CSV/ });
  const csv = 'What;pieces\nchair;4\ntable;many\nshelf;2\n';
  await dialog.getByLabel('CSV file').setInputFiles({
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
  const [header, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
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
