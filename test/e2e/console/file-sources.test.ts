import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ConsoleStage, takeScreenshots, withConsole } from '../../support/browser/console-stage.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const openDialog = async ({ page, open }: ConsoleStage, kind: string) => {
  await open('agent:/knowledge');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await page.getByRole('button', { name: 'Add source' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add source' });
  await dialog.getByRole('combobox', { name: 'Type of source' }).selectOption(kind);
  return dialog;
};

test('operators add a folder of the server with a preview of its files', {
  skip: skipWithout('browser'),
}, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'frontdesk-manuals-')));
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop/returns.md'), 'Umbrellas can be returned within thirty days.');
  writeFileSync(join(folder, 'shop/hours.md'), 'The shop opens at nine.');
  symlinkSync('/etc/hostname', join(folder, 'host.txt'));
  try {
    await withConsole({ environment: { FRONTDESK_SOURCE_FOLDERS: folder } }, async (stage) => {
      const { page } = stage;
      await stage.signIn();
      const dialog = await openDialog(stage, 'folder');
      assert.equal(await dialog.getByRole('textbox', { name: 'Folder' }).inputValue(), folder);
      await dialog.getByRole('button', { name: 'Preview files' }).click();
      await dialog.getByText('2 files would be read.').waitFor();
      await dialog.getByText('shop/', { exact: true }).waitFor();
      await dialog.getByText('host.txt: Symbolic link (leads outside of the folder)').waitFor();
      await dialog.getByText('The shop opens at nine.').waitFor();
      await takeScreenshots(page, 'folder-source-dialog');
      await dialog.getByRole('button', { name: 'Add and sync' }).click();
      await page.getByText('Completed').waitFor();
      await page.getByText('2 documents').waitFor();
      const report = page.getByRole('table', { name: 'Files of the last sync' });
      await report.getByRole('row', { name: /shop\/hours\.md.*Added/ }).waitFor();
      assert.equal(await report.getByRole('link').count(), 0, 'a path is no link');
      await takeScreenshots(page, 'folder-source-report');
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
